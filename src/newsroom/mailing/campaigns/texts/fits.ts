/** Rates the fit of a list's outlets with the release, as recommendations do. Rules: newsroom.md §6. */
import type { CallContext } from '../../../../kernel/tool/context.ts';
import { findVisibleArticle, listTranslations } from '../../../content/articles/reads.ts';
import type { Release } from '../../../content/releases/reads.ts';
import { readCompanySide } from '../../../media/index/media-index-reads.ts';

const DIGITS = 10_000;

/** Scores from 0 to 1, by media id. By words alone: a look at what the list is worth costs nobody a model. */
export async function rateMedia(
  ctx: CallContext,
  companyId: string,
  { title, subtitle, body, language, article_id }: Release,
  ids: ReadonlySet<number>,
): Promise<Record<number, number>> {
  if (ids.size === 0) return {};
  const { contacts, database } = ctx.services;
  const article = await findVisibleArticle(database.db, companyId, article_id);
  const translations = await listTranslations(database.db, article_id);
  const { items } = await contacts.recommend(
    {
      release: {
        ...{ title, subtitle, body, language },
        translations: translations.map((translation) => translation.language),
        hasPicture: article !== undefined && article.image_url !== null,
      },
      clock: { nowMs: await database.now(), timeZone: ctx.server.timeZone },
      company: await database.read(readCompanySide, { companyId }),
      isStrict: contacts.isConsentStrict,
      filter: { ids },
      ...{ topK: ids.size, vector: null, hasReasons: false, keepsAll: true, isDiverse: false },
    },
    ctx,
  );
  return Object.fromEntries(items.map(({ mediaId, score }) => [mediaId, Math.round(score * DIGITS) / DIGITS]));
}
