/** A release while it is written: scored as one types, saved by version. */
import { useEffect, useState } from 'preact/hooks';
import { Failure, Show, useAction, useRead } from '../common/parts.tsx';
import { ApiError, ask } from '../common/workspace.ts';
import { QualityView } from './quality.tsx';
import { ReleaseActions } from './release-actions.tsx';
import { onReleases, t } from './say.ts';
import type { Me, Quality, Release } from './types.ts';

const QUIET_MS = 900;

interface Draft {
  title: string;
  subtitle: string;
  body: string;
  contact_info: string;
}

const EMPTY: Draft = { title: '', subtitle: '', body: '', contact_info: '' };

const toDraft = ({ title, subtitle, body, contact_info }: Release): Draft => ({
  title,
  subtitle: subtitle ?? '',
  body,
  contact_info: contact_info ?? '',
});

export function ReleaseEditor({ id }: { id: string }) {
  const reading = useRead<Release>(id === 'new' ? null : `/api/press-release/${encodeURIComponent(id)}`);
  if (id === 'new') return <Editor kept={null} />;
  return <Show loaded={reading}>{(release) => <Editor kept={release} />}</Show>;
}

/** The score of a text some time after the last key was pressed. */
function useLiveScore(text: string): { quality: Quality | undefined; error: unknown } {
  const [state, setState] = useState<{ quality: Quality | undefined; error: unknown }>({
    quality: undefined,
    error: undefined,
  });
  useEffect(() => {
    if (!/\p{L}/u.test(text)) return;
    let isOver = false;
    const timer = setTimeout(() => {
      ask<Quality>('POST', '/api/press-release/predict-nq', { text }).then(
        (quality) => isOver || setState({ quality, error: undefined }),
        (error: unknown) => isOver || setState((before) => ({ ...before, error })),
      );
    }, QUIET_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text]);
  return state;
}

function Editor({ kept }: { kept: Release | null }) {
  const [release, setRelease] = useState(kept);
  const [draft, setDraft] = useState<Draft>(kept ? toDraft(kept) : EMPTY);
  const saving = useAction();
  const { quality, error } = useLiveScore(`${draft.title}\n\n${draft.body}`);
  const isSaved = release !== null && JSON.stringify(toDraft(release)) === JSON.stringify(draft);
  const save = async (): Promise<void> => {
    const texts = { ...draft, subtitle: draft.subtitle || null, contact_info: draft.contact_info || null };
    const score = quality ? { nq_score: quality.nq_score, nq_dimensions: JSON.stringify(quality.dimensions) } : {};
    if (release) {
      const { press_release_id: id, version } = release;
      setRelease(await ask<Release>('PUT', `/api/press-release/${id}`, { ...texts, ...score, version }));
      return;
    }
    const { company } = await ask<Me>('GET', '/auth/me');
    const made = await ask<Release>('POST', '/api/press-release', {
      company_id: company.company_id,
      ...texts,
      ...score,
    });
    history.replaceState(null, '', `/app/releases?id=${made.press_release_id}`);
    setRelease(made);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    saving.run(save);
  };
  return (
    <div class="editor">
      <form onSubmit={submit}>
        <Fields draft={draft} onChange={setDraft} />
        <p class="actions">
          <button class="short" type="submit" disabled={saving.isBusy || isSaved}>
            {onReleases('save')}
          </button>
          <span role="status" class="note">
            {onReleases(isSaved ? 'saved' : 'unsaved')}
          </span>
        </p>
        {saving.error !== undefined && <SaveFailure error={saving.error} />}
      </form>
      <aside>
        <h2>{onReleases('live')}</h2>
        {quality && <QualityView quality={quality} isShort />}
        {error !== undefined && <Failure error={error} />}
        {quality && <Hints quality={quality} />}
        {release && <ReleaseActions release={release} isSaved={isSaved} onChange={setRelease} />}
      </aside>
    </div>
  );
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
      <input
        id="title"
        value={draft.title}
        maxLength={500}
        required
        onInput={({ currentTarget }) => set('title', currentTarget.value)}
      />
      <label for="subtitle">{onReleases('subtitle')}</label>
      <input
        id="subtitle"
        value={draft.subtitle}
        maxLength={500}
        onInput={({ currentTarget }) => set('subtitle', currentTarget.value)}
      />
      <label for="body">{t('text')}</label>
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
