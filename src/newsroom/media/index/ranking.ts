/** Ranks the outlets that a company can email, with reasons for and against each. */

import { DAY_MS } from '../../../lib/durations.ts';
import { findObstacle, type Obstacle } from '../contacts/permission.ts';
import type { LexicalIndex } from '../recommend/lexical-index.ts';
import { filterRanking, findCautions, measureSimilarities, prepareQuery, rankMedia } from '../recommend/rank.ts';
import { createMatcher, explainRecommendation } from '../recommend/reasons.ts';
import type { Medium, RankedMedium, ReleaseFeatures } from '../recommend-types.ts';
import type { IndexedMedium, IndexedVector, RankQuery, Recommendations } from './media-index-types.ts';

/** Nobody hears of one company more often. */
const REST_MS = 14 * DAY_MS;
const NO_HISTORY: Medium['history'] = { sent: 0, clicks: 0, replies: 0, placements: 0 };

export interface RankedMedia {
  media: ReadonlyMap<number, IndexedMedium>;
  /** Each by `describeWithoutHistory`: most are the same for everybody who asks. */
  withoutHistory: ReadonlyMap<number, Medium>;
}

export function recommendMedia(
  all: RankedMedia,
  index: LexicalIndex,
  facts: ReleaseFeatures,
  query: RankQuery,
): Recommendations {
  const { clock, filter, topK, hasReasons } = query;
  const { candidates, excluded } = chooseCandidates(all, query);
  const similarities = query.vector && compareVectors(all.media, candidates, query.vector);
  const ranking = rankMedia(index, candidates, facts, {
    now: clock.nowMs,
    isDiverse: query.isDiverse,
    ...(similarities ? { similarities } : {}),
  });
  const media = (filter ? filterRanking(ranking, filter) : ranking).slice(0, topK);
  const match = createMatcher(index, prepareQuery(index, facts), facts);
  const items = media.map((ranked: RankedMedium) => {
    const { medium, score, components, isMoved } = ranked;
    const matchedTerms = match(medium.id);
    return {
      mediaId: medium.id,
      score,
      components,
      matchedTerms,
      reasons: hasReasons ? explainRecommendation(ranked, matchedTerms, facts, clock.nowMs) : [],
      cautions: findCautions(ranked, clock.nowMs),
      isDeliverable: medium.isDeliverable,
      isMoved,
    };
  });
  return { items, candidates: candidates.length, excluded, hasVectors: similarities !== null };
}

function chooseCandidates(
  { media, withoutHistory }: RankedMedia,
  { clock, company, isStrict, keepsAll }: RankQuery,
): { candidates: Medium[]; excluded: Recommendations['excluded'] } {
  const suppressed = new Set(company.suppressed);
  const histories = new Map(company.histories.map((history) => [history.mediaId, history]));
  const excluded = { suppressed: 0, no_address: 0, refuses_ads: 0, no_consent: 0, recently_contacted: 0 };
  const candidates: Medium[] = [];
  for (const medium of media.values()) {
    const history = histories.get(medium.id);
    const obstacle = findObstacle(medium, suppressed.has(medium.id), isStrict);
    const lastAt = history?.lastContactedAt ?? null;
    const isRecent = lastAt !== null && clock.nowMs - lastAt < REST_MS;
    const reason: Obstacle | 'recently_contacted' | null = obstacle ?? (isRecent ? 'recently_contacted' : null);
    if (reason !== null && !keepsAll) excluded[reason]++;
    else if (history || obstacle !== null)
      candidates.push(describeMedium(medium, history ?? NO_HISTORY, obstacle === null));
    else candidates.push(withoutHistory.get(medium.id) ?? describeWithoutHistory(medium));
  }
  return { candidates, excluded };
}

/** As it is to a company that has had nothing to do with it. */
export const describeWithoutHistory = (medium: IndexedMedium): Medium => describeMedium(medium, NO_HISTORY, true);

const describeMedium = (medium: IndexedMedium, history: Medium['history'], isDeliverable: boolean): Medium => ({
  id: medium.id,
  name: medium.name,
  publisher: medium.publisher,
  type: medium.type,
  scope: medium.scope,
  prefecture: medium.prefecture,
  region: medium.region,
  language: medium.language,
  industries: medium.industries,
  topics: medium.topics,
  profile: medium.profile,
  recentArticles: medium.recentArticles,
  reach: medium.reach,
  verifiedAt: medium.verifiedAt,
  isPersonalAddress: medium.emailKind === 'person',
  hasConsentBasis: medium.consentBasis !== 'none',
  isDeliverable,
  history,
});

/** Null when no candidate can be compared: then the ranking is one of words alone. */
function compareVectors(
  media: ReadonlyMap<number, IndexedMedium>,
  candidates: readonly Medium[],
  { model, values }: IndexedVector,
): Map<number, number> | null {
  const vectors = new Map<number, Float32Array>();
  for (const { id } of candidates) {
    const vector = media.get(id)?.vector;
    if (vector?.model === model) vectors.set(id, vector.values);
  }
  return vectors.size === 0 ? null : measureSimilarities([...values], vectors);
}
