/** The cookie that signs a browser in on pages of this server. */

const PLAIN_NAME = 'farebox';

/** Under https no other host and no plain connection can set it. */
const getName = (baseUrl: string): string => (isSecure(baseUrl) ? `__Host-${PLAIN_NAME}` : PLAIN_NAME);

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https://');

/** As a header `Set-Cookie` has it. An empty value with no time left takes it away. */
export function formatPageCookie(baseUrl: string, value: string, lifetimeMs: number): string {
  const age = `Max-Age=${Math.floor(lifetimeMs / 1_000)}`;
  const secure = isSecure(baseUrl) ? '; Secure' : '';
  return `${getName(baseUrl)}=${value}; Path=/; ${age}; HttpOnly; SameSite=Lax${secure}`;
}

/** Its value in a header `Cookie`. */
export function readPageCookie(baseUrl: string, header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const start = `${getName(baseUrl)}=`;
  const [found] = header.split(';').flatMap((pair) => {
    const text = pair.trim();
    return text.startsWith(start) ? [text.slice(start.length)] : [];
  });
  return found === '' ? undefined : found;
}
