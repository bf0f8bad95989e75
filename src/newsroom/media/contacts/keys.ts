/** By what an import knows a media item again that came without its number. */
import { normalizeForMatch } from '../../../text/fold.ts';
import { findPrefecture } from './prefectures.ts';
import type { MediumDetails } from './types.ts';

export interface MediumKeys {
  /** Null without a web address. */
  url_key: string | null;
  name_key: string;
}

const KEY_MAX = 500;

/** Beside these an item is known by `email_norm`. */
export function buildMediumKeys({
  url,
  name,
  prefecture,
}: Pick<MediumDetails, 'url' | 'name' | 'prefecture'>): MediumKeys {
  const place = prefecture === null ? '' : (findPrefecture(prefecture)?.name ?? normalizeForMatch(prefecture));
  return { url_key: url === null ? null : buildUrlKey(url), name_key: cut(`${normalizeForMatch(name)}\n${place}`) };
}

/** Host without `www.`, and path without the slash at its end. */
function buildUrlKey(text: string): string | null {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  return cut(`${url.host.toLowerCase().replace(/^www\./, '')}${path}`);
}

const cut = (key: string): string => key.slice(0, KEY_MAX).toWellFormed();
