/** The releases of a company with what the rules say of them: of each only its headline and summary are known. */
import { setImmediate } from 'node:timers/promises';
import type { ListedRelease } from '../../../providers/shared/feed/feed.ts';
import { detectLanguage, hasLetters, type Language } from '../../../text/language.ts';
import { scoreQuality } from '../../analysis/quality/score.ts';

export interface RatedRelease extends ListedRelease {
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
  const { title, summary, imageUrl } = release;
  const text = `${title}\n${summary}`;
  const quality = hasLetters(text) ? scoreQuality({ title, body: summary }) : null;
  return {
    ...release,
    language: detectLanguage(text).language,
    nqScore: quality?.nq_score ?? 0,
    hasImage: imageUrl !== null || (quality?.stats.images ?? 0) > 0,
    hasQuote: (quality?.stats.quotes ?? 0) > 0,
    hasNumbers: (quality?.stats.numbers ?? 0) > 0,
  };
}
