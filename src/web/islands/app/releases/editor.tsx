/** Release editor: live score, and saving with version checks. */
import { useRef } from 'preact/hooks';
import { ReleasePicture } from '../../../components/release-files.tsx';
import { ReleaseText } from '../../../components/release-text.tsx';
import { Back } from '../../common/back.tsx';
import { LineField } from '../../common/line-field.tsx';
import { Failure, Show, useRead } from '../../common/parts.tsx';
import { ApiError, toRelative } from '../../common/workspace.ts';
import { CoverageSection } from '../coverage.tsx';
import { LiveScore } from '../live-score.tsx';
import { onReleases, t } from '../say.ts';
import type { Quality, Release, ReleaseFile } from '../types.ts';
import { toScoreFields, useLiveScore } from '../use-score.ts';
import { ReleaseActions } from './actions.tsx';
import { type Draft, type DraftState, type Recovery, useDraft } from './draft.ts';
import { ReleaseFiles } from './files.tsx';

const LINE_CHARS_MAX = 500;

export function ReleaseEditor({ id }: { id: string }) {
  const reading = useRead(id === 'new' ? null : `/api/press-release/${encodeURIComponent(id)}`);
  if (id === 'new') return <Editor kept={null} />;
  return <Show loaded={reading}>{(release) => <Editor kept={release} />}</Show>;
}

function Editor({ kept }: { kept: Release | null }) {
  const scored = useRef<object>({});
  const state = useDraft(kept, () => scored.current);
  const { release, setRelease, draft, isSaved, isBusy, error, save } = state;
  // As it is printed: the contact stands below.
  const parts = [draft.title, draft.body, ...(draft.contact_info ? [draft.contact_info] : [])];
  const score = useLiveScore(parts.join('\n\n'));
  scored.current = toScoreFields(score);
  const id = release?.press_release_id;
  const files = useRead(id === undefined ? null : `/api/press-release/${id}/files`);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    save();
  };
  return (
    <>
      <Back href="/app/releases" list={t('releases')} title={draft.title || t('newRelease')} />
      <div class="editor">
        <div>
          <form onSubmit={submit} onKeyDown={saveByKey}>
            {state.recovery && <RecoveryNote recovery={state.recovery} />}
            <Fields draft={draft} pictures={files.data?.pictures ?? []} onChange={state.setDraft} />
            <p class="actions">
              <button class="short" type="submit" disabled={isBusy || (isSaved && release !== null)}>
                {onReleases('save')}
              </button>
              <span role="status" class="note">
                <SaveState state={state} />
              </span>
            </p>
            {error !== undefined && <SaveFailure error={error} />}
          </form>
          {release ? <ReleaseFiles release={release} reading={files} /> : <p class="note">{onReleases('saveFirst')}</p>}
        </div>
        <aside>
          <h2>{onReleases('live')}</h2>
          <LiveScore score={score} />
          {score.quality && <Hints quality={score.quality} />}
          {release && (
            <ReleaseActions
              release={release}
              isSaved={isSaved}
              missingAlt={files.data?.missing_alt ?? 0}
              onChange={setRelease}
            />
          )}
        </aside>
      </div>
      {release && <CoverageSection releaseId={release.press_release_id} />}
    </>
  );
}

function SaveState({ state: { release, isSaved, isBusy } }: { state: DraftState }) {
  if (isBusy) return <>{onReleases('saving')}</>;
  return <>{isSaved ? release && onReleases('saved') : onReleases('unsaved')}</>;
}

function RecoveryNote({ recovery: { atMs, isTaken, take, discard } }: { recovery: Recovery }) {
  const at = new Date(atMs).toISOString();
  return (
    <p class="state recovery" role="status">
      {onReleases(isTaken ? 'recovered' : 'recoverable', { at: toRelative(at) })}{' '}
      {!isTaken && (
        <button class="plain" type="button" onClick={take}>
          {onReleases('recover')}
        </button>
      )}
      <button class="plain" type="button" onClick={discard}>
        {onReleases('discard')}
      </button>
    </p>
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

interface FieldsProps {
  draft: Draft;
  pictures: readonly ReleaseFile[];
  onChange: (draft: Draft) => void;
}

function Fields({ draft, pictures, onChange }: FieldsProps) {
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
        aria-describedby="format"
      />
      <p id="format" class="note">
        {onReleases('formatNote')}
      </p>
      {draft.body.trim() !== '' && <Preview body={draft.body} pictures={pictures} />}
      <label for="contact">{onReleases('contact')}</label>
      <textarea
        id="contact"
        rows={3}
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

/** As on the public page. */
function Preview({ body, pictures: [lead, ...pictures] }: { body: string; pictures: readonly ReleaseFile[] }) {
  return (
    <details>
      <summary>{onReleases('preview')}</summary>
      {lead && <ReleasePicture picture={lead} />}
      <div class="release-body">
        <ReleaseText text={body} />
      </div>
      <div class="pictures">
        {pictures.map((picture) => (
          <ReleasePicture key={picture.file_id} picture={picture} />
        ))}
      </div>
    </details>
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
