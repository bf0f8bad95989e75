/** Keeps unsaved text in this browser until it is saved or the user signs out. */

/** Signing out removes what begins like this: see `islands/shell.ts`. */
const PREFIX = 'farebox.draft.';
const LIFETIME_MS = 14 * 24 * 60 * 60 * 1_000;

export interface KeptDraft<D> {
  draft: D;
  /** Version that the changes were made to; null for something new. */
  version: number | null;
  atMs: number;
}

/** Of whom the drafts are: browsers are shared. */
const owner = document.querySelector('[data-account] bdi')?.textContent ?? '';
const nameItem = (name: string): string => `${PREFIX}${owner}.${name}`;

/** Null when there is none, or it is too old. */
export function readDraft<D>(name: string): KeptDraft<D> | null {
  const text = localStorage.getItem(nameItem(name));
  if (text === null) return null;
  const kept: KeptDraft<D> = JSON.parse(text);
  return Date.now() - kept.atMs < LIFETIME_MS ? kept : null;
}

/** Does nothing where the browser has no room for it. */
export function keepDraft<D>(name: string, draft: D, version: number | null): void {
  try {
    localStorage.setItem(nameItem(name), JSON.stringify({ draft, version, atMs: Date.now() }));
  } catch {
    // The page asks before it is left with changes that aren't saved.
  }
}

export const dropDraft = (name: string): void => localStorage.removeItem(nameItem(name));
