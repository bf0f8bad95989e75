/** A release while it is written: scored as one types, saved by version. */
import { useState } from 'preact/hooks';
import { Back } from '../common/back.tsx';
import { useLeaveGuard } from '../common/leave-guard.ts';
import { LineField } from '../common/line-field.tsx';
import { Failure, Show, useAction, useRead } from '../common/parts.tsx';
import { ApiError, ask } from '../common/workspace.ts';
import { LiveScore } from './live-score.tsx';
import { ReleaseActions } from './release-actions.tsx';
import { onReleases, t } from './say.ts';
import type { Quality, Release } from './types.ts';
import { toScoreFields, useLiveScore } from './use-score.ts';

const MINUTE_MS = 60_000;
const LINE_CHARS_MAX = 500;

interface Draft {
  title: string;
  subtitle: string;
  body: string;
  contact_info: string;
  /** As an input of the browser has it; empty: none. */
  embargo: string;
}

const EMPTY: Draft = { title: '', subtitle: '', body: '', contact_info: '', embargo: '' };

/** To the minute, in the zone of the browser. */
function toInput(at: string | null): string {
  if (at === null) return '';
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS)
    .toISOString()
    .slice(0, 'YYYY-MM-DDTHH:MM'.length);
}

const toDraft = ({ title, subtitle, body, contact_info, embargo_until }: Release): Draft => ({
  title,
  subtitle: subtitle ?? '',
  body,
  contact_info: contact_info ?? '',
  embargo: toInput(embargo_until),
});

export function ReleaseEditor({ id }: { id: string }) {
  const reading = useRead(id === 'new' ? null : `/api/press-release/${encodeURIComponent(id)}`);
  if (id === 'new') return <Editor kept={null} />;
  return <Show loaded={reading}>{(release) => <Editor kept={release} />}</Show>;
}

function Editor({ kept }: { kept: Release | null }) {
  const [release, setRelease] = useState(kept);
  const [draft, setDraft] = useState<Draft>(kept ? toDraft(kept) : EMPTY);
  const saving = useAction();
  const score = useLiveScore(`${draft.title}\n\n${draft.body}`);
  const isSaved = JSON.stringify(release ? toDraft(release) : EMPTY) === JSON.stringify(draft);
  useLeaveGuard(!isSaved);
  const save = async (): Promise<void> => {
    const { embargo, ...texts } = draft;
    const changes = {
      ...{ ...texts, subtitle: draft.subtitle || null, contact_info: draft.contact_info || null },
      ...toScoreFields(score),
      ...(embargo === toInput(release?.embargo_until ?? null)
        ? {}
        : { embargo_until: embargo === '' ? null : new Date(embargo).toISOString() }),
    };
    if (release) {
      const { press_release_id: id, version } = release;
      setRelease(await ask('PUT', `/api/press-release/${id}`, { ...changes, version }));
      return;
    }
    const { company } = await ask('GET', '/auth/me');
    const made = await ask('POST', '/api/press-release', { company_id: company.company_id, ...changes });
    history.replaceState(null, '', `/app/releases?id=${made.press_release_id}`);
    setRelease(made);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    saving.run(save);
  };
  return (
    <>
      <Back href="/app/releases" list={t('releases')} title={draft.title || t('newRelease')} />
      <div class="editor">
        <form onSubmit={submit} onKeyDown={saveByKey}>
          <Fields draft={draft} onChange={setDraft} />
          <p class="actions">
            <button class="short" type="submit" disabled={saving.isBusy || (isSaved && release !== null)}>
              {onReleases('save')}
            </button>
            <span role="status" class="note">
              {isSaved ? release && onReleases('saved') : onReleases('unsaved')}
            </span>
          </p>
          {saving.error !== undefined && <SaveFailure error={saving.error} />}
        </form>
        <aside>
          <h2>{onReleases('live')}</h2>
          <LiveScore score={score} />
          {score.quality && <Hints quality={score.quality} />}
          {release && <ReleaseActions release={release} isSaved={isSaved} onChange={setRelease} />}
        </aside>
      </div>
    </>
  );
}

/** As in any editor. */
function saveByKey(event: KeyboardEvent): void {
  const { currentTarget: form } = event;
  if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || !(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  form.requestSubmit();
}

function SaveFailure({ error }: { error: unknown }) {
  const isConflict = error instanceof ApiError && error.status === 409;
  return isConflict ? <p class="fault">{onReleases('conflict')}</p> : <Failure error={error} />;
}

function Fields({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const set = (name: keyof Draft, value: string): void => onChange({ ...draft, [name]: value });
  return (
    <>
      <label for="title">{t('headline')}</label>
      <LineField
        id="title"
        value={draft.title}
        charsMax={LINE_CHARS_MAX}
        isRequired
        onChange={(value) => set('title', value)}
      />
      <label for="subtitle">{onReleases('subtitle')}</label>
      <LineField
        id="subtitle"
        value={draft.subtitle}
        charsMax={LINE_CHARS_MAX}
        onChange={(value) => set('subtitle', value)}
      />
      <label for="body">{onReleases('body')}</label>
      <textarea
        id="body"
        class="prose"
        rows={18}
        value={draft.body}
        required
        onInput={({ currentTarget }) => set('body', currentTarget.value)}
      />
      <label for="contact">{onReleases('contact')}</label>
      <input
        id="contact"
        value={draft.contact_info}
        maxLength={1_000}
        onInput={({ currentTarget }) => set('contact_info', currentTarget.value)}
      />
      <label for="embargo">{onReleases('embargo')}</label>
      <input
        id="embargo"
        class="date"
        type="datetime-local"
        value={draft.embargo}
        onInput={({ currentTarget }) => set('embargo', currentTarget.value)}
      />
    </>
  );
}

const HINTS = 3;

function Hints({ quality }: { quality: Quality }) {
  // Several dimensions may ask for the same.
  const texts = [...new Set(quality.suggestions.map(({ text }) => text))];
  if (texts.length === 0) return null;
  return (
    <>
      <h3>{onReleases('improve')}</h3>
      <ul>
        {texts.slice(0, HINTS).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}
