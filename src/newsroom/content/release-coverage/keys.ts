/** Addresses of articles: which links lead to one page, and whose site it is. */
import { sha256Hex } from '../../../lib/ids.ts';
import { normalizeAddress } from '../sources/addresses.ts';

/** The same for links to one page: scheme, `www.`, visitor counters and the slash at the end don't count. */
export function buildCoverageKey(url: string): string {
  const { host, pathname, search } = new URL(normalizeAddress(url));
  return sha256Hex(`${host.replace(/^www\./, '')}${pathname.replace(/(?<!\/)\/+$/, '')}${search}`);
}

/** Host without `www.`; null for what is no web address. */
export function readHost(url: string): string | null {
  const parsed = URL.parse(url.trim());
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.hostname.replace(/^www\./, '') : null;
}
