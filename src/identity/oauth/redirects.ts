/** Validates redirect addresses: those a client may register, and those that match a registration. */

const URI_CHARS_MAX = 2_000;
/** Schemes that run, show or fetch something here instead of opening the client. */
const REFUSED_SCHEMES = new Set([
  ...['about', 'blob', 'cid', 'data', 'file', 'filesystem', 'ftp', 'intent', 'jar', 'javascript', 'mailto', 'mid'],
  ...['resource', 'sms', 'tel', 'urn', 'vbscript', 'view-source', 'ws', 'wss', 'chrome', 'chrome-extension', 'edge'],
]);
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?=[/?]|$)/;

/** Why a client may not name this address; null when it may. RFC 8252: https, loopback, or a scheme of the client's own. */
export function findRedirectFault(text: string): string | null {
  if (text.length > URI_CHARS_MAX) return `A redirect URI has at most ${URI_CHARS_MAX} characters`;
  if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return 'A redirect URI must be an absolute URI in ASCII';
  if (/[\\"<>^`{|}]/.test(text)) return 'A redirect URI must not contain characters that need encoding';
  const { protocol, username, password } = new URL(text);
  if (text.includes('#')) return 'A redirect URI must not have a fragment';
  if (username !== '' || password !== '') return 'A redirect URI must not contain credentials';
  if (protocol === 'https:') return null;
  if (protocol === 'http:') return LOOPBACK.test(text) ? null : 'http is only allowed for loopback addresses';
  return REFUSED_SCHEMES.has(protocol.slice(0, -1)) ? 'This scheme is not allowed in a redirect URI' : null;
}

/** Character by character; of a loopback address the port is free (RFC 8252, 7.3). */
export function isRedirectAllowed(uri: string, registered: readonly string[]): boolean {
  return (
    registered.includes(uri) || (URL.canParse(uri) && registered.some((candidate) => isSameLoopback(uri, candidate)))
  );
}

/** A program on the reader's own device. */
export const isLoopbackRedirect = (uri: string): boolean => LOOPBACK.test(uri);

function isSameLoopback(uri: string, registered: string): boolean {
  return LOOPBACK.test(uri) && LOOPBACK.test(registered) && removePort(uri) === removePort(registered);
}

const removePort = (uri: string): string => uri.replace(LOOPBACK, 'http://$1');

/** The address with these parameters added; what stands in it stays as it is. */
export function buildRedirect(uri: string, parameters: Readonly<Record<string, string | null>>): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== null) added.set(name, value);
  return `${uri}${uri.includes('?') ? '&' : '?'}${added}`;
}
