/** The addresses in a mail that lead through us, and where a click may lead (newsroom.md §8.2–8.4). */
import { type EventPurpose, type SigningKeys, signEvent } from './signatures.ts';

/** 43 bytes: a transparent GIF of one pixel. */
export const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

const URL_CHARS_MAX = 4096;

/** `{base_url}/unsubscribe?…`, in the language of the mail. `signature`: see `signUnsubscribe`. */
export function buildUnsubscribeUrl(
  baseUrl: string,
  address: string,
  signature: string,
  lang: 'ja' | 'en' | 'zh',
): string {
  return `${baseUrl}/unsubscribe?${new URLSearchParams({ email: address, sig: signature, lang })}`;
}

/** The address of the pixel of a mail. */
export function buildOpenUrl(keys: SigningKeys, baseUrl: string, articleId: number, mailId: number): string {
  return `${baseUrl}/t/${articleId}?${new URLSearchParams({ e: signEvent(keys, 'open', { articleId }, mailId) })}`;
}

/** A link to `target` that counts; without a target, to the article's own page. `trap`: the link that nobody sees. */
export function buildClickUrl(
  keys: SigningKeys,
  baseUrl: string,
  link: { articleId: number; mailId: number; target?: string; purpose?: Exclude<EventPurpose, 'open'> },
): string {
  const { articleId, mailId, purpose = 'click' } = link;
  const target = link.target === undefined ? undefined : new URL(link.target).href;
  const query = new URLSearchParams({ e: signEvent(keys, purpose, { articleId, target }, mailId) });
  if (target !== undefined) query.set('url', target);
  return `${baseUrl}/c/${articleId}?${query}`;
}

/** The target of a click in its serialized form, or null if no link may lead there. `baseUrl` is allowed with its own port. */
export function readClickTarget(text: string, baseUrl: string): string | null {
  if (text.length > URL_CHARS_MAX || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '' || url.hostname.endsWith('.')) return null;
  return url.port === '' || url.origin === new URL(baseUrl).origin ? url.href : null;
}

/** The host of a link, or of a bare host name, in its serialized form; null where there is none. */
export function readHost(text: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' ? hostname : null;
}
