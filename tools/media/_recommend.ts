/** Shared by both recommendation operations. */
import { z } from 'zod';
import { createReasonError } from '../../src/kernel/errors/reasons.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { count, objectOf, share } from '../../src/kernel/tool/fields.ts';
import {
  createArticleMissingError,
  findVisibleArticle,
  listTranslations,
} from '../../src/newsroom/content/articles/reads.ts';
import { createReleaseMissingError, findRelease } from '../../src/newsroom/content/releases/reads.ts';
import { hasVectors, listCompanyMedia } from '../../src/newsroom/media/contacts/reads.ts';
import { readCompanySide } from '../../src/newsroom/media/index/media-index-reads.ts';
import type { Recommendation, Recommendations } from '../../src/newsroom/media/index/media-index-types.ts';
import { findFit, findWarnings, type RankFilter } from '../../src/newsroom/media/recommend/rank.ts';
import { CAUTIONS, type ScoreComponents, WEIGHTS } from '../../src/newsroom/media/recommend-types.ts';
import { formatMedium, type MediaItemJson, mediaItemOutput, requireMember } from './_shared.ts';

export const TOP_MAX = 500;
export const topDefault = 50;

export const recommendationOutput = z.object({
  rank: count('Rank, starting at 1.'),
  media_id: count('Number of the outlet.'),
  media: mediaItemOutput.describe('Outlet that was ranked.'),
  score: share('Fit with the release.'),
  score_components: objectOf('Components of the score.', {
    lexical: share('Shared words.'),
    category: share('Shared field.'),
    locality: share('Shared place.'),
    language: share('Match of language.'),
    type_fit: share('Match with the outlet’s needs.'),
    history: share('Results of earlier emails.'),
    freshness: share('Freshness of the profile.'),
    reach: share('Match of readers.'),
    embedding: z.number().nullable().describe('Semantic similarity, 0 to 1; `null` if not compared.'),
  }),
  matched_terms: z.array(z.string()).describe('Words that the release and the outlet share.'),
  reasons: z.array(z.string()).optional().describe('Reasons in the language of the release, with include_reasons.'),
  cautions: z.array(z.enum(CAUTIONS)).describe('Points to consider before contacting the outlet.'),
  fit: z.enum(['high', 'medium', 'low']).describe('Score in a word.'),
  deliverable: z.boolean().describe('`true` if the company may email the outlet.'),
  diversity_moved: z.boolean().describe('`true` if moved for variety, regardless of its score.'),
});

export const recommendOutput = z.object({
  items: z.array(recommendationOutput).describe('Outlets, best match first.'),
  total: count('Number of returned outlets.'),
  candidates: count('Number of ranked outlets.'),
  excluded: objectOf('Number of excluded outlets by reason.', {
    suppressed: count('Number of outlets that get no email of this company.'),
    no_address: count('Number of outlets without an address.'),
    refuses_ads: count('Number of outlets that refuse such email.'),
    no_consent: count('Number of outlets without the required consent.'),
    recently_contacted: count('Number of outlets emailed within the last 14 days.'),
  }),
  engine: z.enum(['bm25', 'bm25+embedding']).describe('Method of the comparison.'),
  source: objectOf('Compared text; an article takes precedence over a release.', {
    press_release_id: count('Limit from the request.').nullable(),
    article_id: count('Limit from the request.').nullable(),
  }),
  top_k: count('Maximum number of results.'),
  weights: z.record(z.string(), z.number()).describe('Weights of the score’s parts.'),
  warnings: z
    .array(z.enum(['many_recipients', 'low_median']))
    .describe('Points to consider before contacting all outlets.'),
});

export interface RecommendOptions {
  articleId: number | null;
  pressReleaseId: number | null;
  topK: number;
  hasReasons: boolean;
  keepsAll: boolean;
  isDiverse: boolean;
  filter?: RankFilter;
}

/** Throws `no_input`, NOT_FOUND, OVERLOADED. */
export async function recommend(ctx: CallContext, options: RecommendOptions): Promise<z.input<typeof recommendOutput>> {
  const { companyId } = requireMember(ctx);
  const { contacts, database, embedder } = ctx.services;
  const { article, source } = await findSource(ctx, options);
  const translations = await listTranslations(database.db, article.id);
  const company = await database.read(readCompanySide, { companyId });
  const topK = Math.min(Math.max(options.topK, 0), TOP_MAX);
  const { title, subtitle, body, language } = article;
  const vector = (await hasVectors(database.db)) ? await embedder.embedRelease(ctx, article, companyId) : null;
  const ranked = await contacts.recommend(
    {
      release: {
        ...{ title, subtitle, body, language },
        translations: translations.map((translation) => translation.language),
        hasPicture: article.image_url !== null,
      },
      clock: { nowMs: await database.now(), timeZone: ctx.server.timeZone },
      isStrict: contacts.isConsentStrict,
      filter: options.filter,
      ...{
        company,
        topK,
        vector,
        hasReasons: options.hasReasons,
        keepsAll: options.keepsAll,
        isDiverse: options.isDiverse,
      },
    },
    ctx,
  );
  const items = await formatItems(ctx, ranked.items, options.hasReasons);
  return {
    items,
    total: items.length,
    candidates: ranked.candidates,
    excluded: ranked.excluded,
    engine: ranked.hasVectors ? 'bm25+embedding' : 'bm25',
    source,
    top_k: topK,
    weights: { ...WEIGHTS },
    warnings: findWarnings(topK, items),
  };
}

type Source = { press_release_id: number | null; article_id: number | null };

async function findSource(ctx: CallContext, { articleId, pressReleaseId }: RecommendOptions) {
  const { companyId } = requireMember(ctx);
  const { db } = ctx.services.database;
  if (articleId !== null) {
    const article = await findVisibleArticle(db, companyId, articleId);
    if (!article) throw createArticleMissingError();
    const source: Source = { press_release_id: null, article_id: articleId };
    return { article, source };
  }
  if (pressReleaseId === null) throw createReasonError('no_input');
  const release = Number.isSafeInteger(pressReleaseId) ? await findRelease(db, companyId, pressReleaseId) : undefined;
  const article = release && (await findVisibleArticle(db, companyId, release.article_id));
  if (!article) throw createReleaseMissingError();
  const source: Source = { press_release_id: pressReleaseId, article_id: null };
  return { article, source };
}

async function formatItems(ctx: CallContext, ranked: Recommendations['items'], hasReasons: boolean) {
  const { companyId } = requireMember(ctx);
  const ids = ranked.map(({ mediaId }) => mediaId);
  const media = await ctx.services.database.read(listCompanyMedia, { companyId, ids });
  const byId = new Map(media.map((medium) => [medium.item.id, formatMedium(medium, ctx)]));
  return ranked.flatMap((one, at) => {
    const medium = byId.get(one.mediaId);
    return medium ? [formatItem(one, medium, at + 1, hasReasons)] : [];
  });
}

function formatItem(one: Recommendation, media: MediaItemJson, rank: number, hasReasons: boolean) {
  const { mediaId, score, components, matchedTerms, reasons, cautions, isDeliverable, isMoved } = one;
  return {
    rank,
    media_id: mediaId,
    media,
    score: round(score),
    score_components: roundAll(components),
    matched_terms: matchedTerms,
    ...(hasReasons ? { reasons } : {}),
    cautions,
    fit: findFit(score, matchedTerms, components),
    deliverable: isDeliverable,
    diversity_moved: isMoved,
  };
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;

const roundAll = ({ embedding, ...parts }: ScoreComponents) => ({
  lexical: round(parts.lexical),
  category: parts.category,
  locality: parts.locality,
  language: parts.language,
  type_fit: parts.type_fit,
  history: round(parts.history),
  freshness: round(parts.freshness),
  reach: round(parts.reach),
  embedding: embedding === null ? null : round(embedding),
});
