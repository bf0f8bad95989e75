/** The releases of a company with what the rules say of them: of each only its headline and summary are known. */
import { setImmediate } from 'node:timers/promises';
import type { ListedRelease } from '../../providers/shared/page/releases.ts';
import { scoreQuality } from '../quality/score.ts';
import { detectLanguage, hasLetters, type Language } from '../text/language.ts';

export interface RatedRelease extends ListedRelease {
  /** Null where the source gives no time that can be told. */
  publishedAtMs: number | null;
  language: Language;
  nqScore: number;
  hasImage: boolean;
  hasQuote: boolean;
  hasNumbers: boolean;
}

/** Texts that are scored before others have a turn: each takes up to a millisecond. */
const TURN = 5;

export async function rateReleases(releases: readonly ListedRelease[]): Promise<RatedRelease[]> {
  const rated: RatedRelease[] = [];
  for (const [index, release] of releases.entries()) {
    if (index % TURN === TURN - 1) await setImmediate();
    rated.push(rateRelease(release));
  }
  return rated;
}

function rateRelease(release: ListedRelease): RatedRelease {
  const { title, summary, imageUrl, publishedAt } = release;
  const text = `${title}\n${summary}`;
  const quality = hasLetters(text) ? scoreQuality({ title, body: summary }) : null;
  return {
    ...release,
    publishedAtMs: parseListedTime(publishedAt),
    language: detectLanguage(text).language,
    nqScore: quality?.nq_score ?? 0,
    hasImage: imageUrl !== null || (quality?.stats.images ?? 0) > 0,
    hasQuote: (quality?.stats.quotes ?? 0) > 0,
    hasNumbers: (quality?.stats.numbers ?? 0) > 0,
  };
}

const JAPANESE = /(\d{4})年\s?(\d{1,2})月\s?(\d{1,2})日(?:\s?(\d{1,2})[時:](\d{2})?)?/;
/** Pages that write their dates so are Japanese, and so is their clock. */
const JAPAN_MS = 9 * 3_600_000;

/** An instant as feeds and pages write it; null for what can't be told. */
export function parseListedTime(text: string | null): number | null {
  if (text === null) return null;
  const [, year, month, day, hour, minute] = JAPANESE.exec(text) ?? [];
  if (year !== undefined) {
    const [h, m] = [Number(hour ?? 0), Number(minute ?? 0)];
    return Date.UTC(Number(year), Number(month) - 1, Number(day), h, m) - JAPAN_MS;
  }
  const ms = /^\d{4}-\d\d-\d\d|[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}
