/** A release while it is written: saved by itself while it is a draft, and kept in the browser until it is saved. */
import { useEffect, useState } from 'preact/hooks';
import { useAction } from '../../common/parts.tsx';
import { ask } from '../../common/workspace.ts';
import { useLeaveGuard } from '../leave-guard.ts';
import type { Release } from '../types.ts';
import { dropDraft, keepDraft, readDraft } from './kept-draft.ts';

const MINUTE_MS = 60_000;
/** After the last key. */
const AUTOSAVE_MS = 3_000;

export interface Draft {
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

const isSame = (one: Draft, other: Draft): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Changes of an earlier visit that were never saved. */
export interface Recovery {
  atMs: number;
  /** They are in the form; otherwise the release has changed since, and the reader chooses. */
  isTaken: boolean;
  take(): void;
  discard(): void;
}

export interface DraftState {
  /** Null until it is first saved. */
  release: Release | null;
  setRelease(release: Release): void;
  draft: Draft;
  setDraft(draft: Draft): void;
  isSaved: boolean;
  isBusy: boolean;
  error: unknown;
  save(): void;
  recovery: Recovery | null;
}

const nameOf = (release: Release | null): string => `release.${release?.press_release_id ?? 'new'}`;

/** `scoreFields`: what a release keeps of the score of a text. */
export function useDraft(kept: Release | null, scoreFields: (draft: Draft) => object): DraftState {
  const [release, setRelease] = useState(kept);
  const [saved, setSaved] = useState(kept ? toDraft(kept) : EMPTY);
  const [found, setFound] = useState(() => readDraft<Draft>(nameOf(kept)));
  const isCurrent = found !== null && found.version === (kept?.version ?? null);
  const [draft, setDraft] = useState(found && isCurrent ? found.draft : saved);
  const { isBusy, error, run } = useAction();
  const isSaved = isSame(saved, draft);
  useLeaveGuard(!isSaved);
  useEffect(() => {
    // What was found and not taken yet stays where it is.
    if (found !== null && !isCurrent) return;
    if (isSaved) dropDraft(nameOf(release));
    else keepDraft(nameOf(release), draft, release?.version ?? null);
  }, [draft, isSaved, found]);
  const save = (): void =>
    run(async () => {
      const made = await saveRelease(release, draft, scoreFields(draft));
      if (release === null) {
        dropDraft(nameOf(null));
        history.replaceState(null, '', `/app/releases?id=${made.press_release_id}`);
      }
      setSaved(draft);
      setRelease(made);
      setFound(null);
    });
  useEffect(() => {
    const isReady = release?.status === 'draft' && draft.title.trim() !== '' && draft.body.trim() !== '';
    if (!isReady || isSaved || isBusy || error !== undefined) return;
    const timer = setTimeout(save, AUTOSAVE_MS);
    return () => clearTimeout(timer);
  }, [draft, isSaved, isBusy]);
  const recovery = found && {
    atMs: found.atMs,
    isTaken: isCurrent,
    take: () => {
      setDraft(found.draft);
      setFound(null);
    },
    discard: () => {
      dropDraft(nameOf(release));
      setDraft(saved);
      setFound(null);
    },
  };
  return { release, setRelease, draft, setDraft, isSaved, isBusy, error, save, recovery };
}

async function saveRelease(release: Release | null, draft: Draft, scoreFields: object): Promise<Release> {
  const { embargo, ...texts } = draft;
  const changes = {
    ...{ ...texts, subtitle: draft.subtitle || null, contact_info: draft.contact_info || null },
    ...scoreFields,
    ...(embargo === toInput(release?.embargo_until ?? null)
      ? {}
      : { embargo_until: embargo === '' ? null : new Date(embargo).toISOString() }),
  };
  if (release) {
    const { press_release_id: id, version } = release;
    return await ask('PUT', `/api/press-release/${id}`, { ...changes, version });
  }
  const { company } = await ask('GET', '/auth/me');
  return await ask('POST', '/api/press-release', { company_id: company.company_id, ...changes });
}
