/** The addresses in a mail that lead through us, and where a click may lead (newsroom.md §8.2–8.4). */
import { type EventPurpose, type SigningKeys, signEvent, signUnsubscribe, type Unsubscription } from './signatures.ts';

/** 43 bytes: a transparent GIF of one pixel. */
export const PIXEL = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

const URL_CHARS_MAX = 4096;

/** `{base_url}/unsubscribe?…`, in the language of the mail. */
export function buildUnsubscribeUrl(
  keys: SigningKeys,
  baseUrl: string,
  address: string,
  mail: Unsubscription,
  lang: 'ja' | 'en' | 'zh',
): string {
  const query = new URLSearchParams({ email: address, sig: signUnsubscribe(keys, address, mail), lang });
  return `${baseUrl}/unsubscribe?${query}`;
}

/** The address of the pixel of a mail. */
export function buildOpenUrl(keys: SigningKeys, baseUrl: string, articleId: number, mailId: number): string {
  return `${baseUrl}/t/${articleId}?${new URLSearchParams({ e: signEvent(keys, 'open', articleId, mailId) })}`;
}

/** A link to `target` that counts; without a target, to the article's own page. `trap`: the link that nobody sees. */
export function buildClickUrl(
  keys: SigningKeys,
  baseUrl: string,
  link: { articleId: number; mailId: number; target?: string; purpose?: Exclude<EventPurpose, 'open'> },
): string {
  const { articleId, mailId, target, purpose = 'click' } = link;
  const query = new URLSearchParams({ e: signEvent(keys, purpose, articleId, mailId) });
  if (target !== undefined) query.set('url', target);
  return `${baseUrl}/c/${articleId}?${query}`;
}

export interface ClickTargets {
  /** `BASE_URL`: its own port is right even where it is not the usual one. */
  baseUrl: string;
  /** Host names in the form of `readHost`. */
  hosts: ReadonlySet<string>;
}

/** Where a click leads: the parsed address written anew, or null where none may lead. */
export function resolveClickTarget(text: string, { baseUrl, hosts }: ClickTargets): string | null {
  if (text.length > URL_CHARS_MAX || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.username !== '' || url.password !== '' || url.hostname.endsWith('.')) return null;
  if (url.origin === new URL(baseUrl).origin) return url.href;
  return url.port === '' && hosts.has(url.hostname) ? url.href : null;
}

/** The host of a link, or of a bare host name, as `resolveClickTarget` compares it; null where there is none. */
export function readHost(text: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  return (protocol === 'http:' || protocol === 'https:') && hostname !== '' ? hostname : null;
}
