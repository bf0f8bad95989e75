/** Redirects to an identity provider and restores the tab's state afterwards. */
import { send } from './send.ts';

const STORED_AS = 'farebox.elsewhere';

/** State of the page before it was left. */
export interface Errand {
  /** Where to go on. */
  next?: string;
  /** Code of the invite. */
  invite?: string;
}

/** Random bytes that never leave this tab but for proving that whoever comes back is who went. */
function createBinding(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

export async function beginElsewhere(
  path: '/claw/begin' | '/login/begin',
  more: object,
  errand: Errand,
): Promise<void> {
  const binding = createBinding();
  const { url } = await send(path, { ...more, binding });
  sessionStorage.setItem(STORED_AS, JSON.stringify({ ...errand, binding }));
  location.assign(url);
}

/** Null in another tab. The binding is given once; where to go on, or begin again, as often as one asks. */
export function takeErrand(): (Errand & { binding?: string }) | null {
  const kept = sessionStorage.getItem(STORED_AS);
  if (kept === null) return null;
  const errand: Errand & { binding?: string } = JSON.parse(kept);
  sessionStorage.setItem(STORED_AS, JSON.stringify({ ...errand, binding: undefined }));
  return errand;
}
