/** Shared by article operations: the caller, and an article's text in each language. */
import { z } from 'zod';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { requireMember } from '../../src/kernel/tool/member.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import type { TranslationRow } from '../../src/newsroom/content/article-tables.ts';
import { hashContent } from '../../src/newsroom/content/articles/hash.ts';
import {
  createArticleMissingError,
  findVisibleArticle,
  listTranslations,
} from '../../src/newsroom/content/articles/reads.ts';
import type { TranslationChecks } from '../../src/newsroom/content/articles/translation-checks.ts';
import type { FeedQuestion } from '../../src/newsroom/content/feed/types.ts';
import type { Language } from '../../src/text/language.ts';

export { requireMember } from '../../src/kernel/tool/member.ts';

export const LANGUAGES: readonly Language[] = ['ja', 'en', 'zh'];

type FoundArticle = NonNullable<Awaited<ReturnType<typeof findVisibleArticle>>>;

/** The company's own, or a public one. Throws NOT_FOUND. */
export async function requireArticle(ctx: CallContext, id: number): Promise<FoundArticle> {
  const article = await findVisibleArticle(ctx.services.database.db, requireMember(ctx).companyId, id);
  if (!article) throw createArticleMissingError();
  return article;
}

const questions = z.array(
  z.object({
    question: z.string().describe('Text of the question.'),
    answer: z.string().describe('Answer, taken from the text.'),
  }),
);

const translation = z.object({
  language: z.enum(['ja', 'en', 'zh']).describe('Language of the text.'),
  title: z.string().describe('Headline of the article.'),
  summary: z.string().nullable().describe('Summary of the article.'),
  body: z.string().describe('Text of the article.'),
  faq: questions.describe('Questions that the article answers.'),
  status: z.enum(['original', 'done']).describe('original: the article was written in this language.'),
  engine: z.string().nullable().describe('Engine of the translation, or of the analysis for the original.'),
  source_hash: z.string().describe('Hash of the text.'),
  stale: z.boolean().describe('`true` if the original has changed since.'),
  checks: z
    .object({
      numbers_preserved: z.boolean().describe('`true` if numbers and dates match the original.'),
      urls_preserved: z.boolean().describe('`true` if addresses match the original.'),
      terms_preserved: z.array(z.string()).describe('Names that were preserved.'),
      terms_lost: z.array(z.string()).describe('Names that were not preserved.'),
      length_ratio: z.number().describe('Length relative to the original.'),
      language_ok: z.boolean().describe('`true` if the text is in its language.'),
    })
    .nullable()
    .describe('Results of the translation checks; `null` for the original.'),
  created_at: z.string().describe('Time of the entry, ISO 8601 in the server’s time zone.'),
});

const language = (about: string) => translation.nullable().describe(about);

export const translationsOutput = z.object({
  ja: language('Japanese text; `null` if none exists.'),
  en: language('Text in English.'),
  zh: language('Text in Chinese.'),
});

export const faqOutput = z.object({
  ja: questions.optional().describe('Text in Japanese.'),
  en: questions.optional().describe('Text in English.'),
  zh: questions.optional().describe('Text in Chinese.'),
});

type TranslationJson = z.input<typeof translation>;
type Texts = Record<Language, TranslationJson | null>;

/** An article in each of its languages, as it is shown. */
export async function readTexts(ctx: CallContext, article: FoundArticle): Promise<Texts> {
  const hash = hashContent(article);
  const zone = ctx.server.timeZone;
  const texts: Texts = { ja: null, en: null, zh: null };
  for (const row of await listTranslations(ctx.services.database.db, article.id)) {
    texts[row.language] = formatTranslation(row, hash, zone);
  }
  const { title, summary, body, engine, created_at: at } = article;
  const faq: FeedQuestion[] = JSON.parse(article.faq);
  texts[article.language] = {
    ...{ language: article.language, title, summary, body, faq, engine },
    ...{ status: 'original', source_hash: hash, stale: false, checks: null, created_at: formatZonedTime(at, zone) },
  };
  return texts;
}

function formatTranslation(row: TranslationRow, hash: string, zone: string): TranslationJson {
  const { article_id: _article, created_at: at, ...told } = row;
  const faq: FeedQuestion[] = JSON.parse(row.faq);
  const checks: TranslationChecks = JSON.parse(row.checks);
  const stale = row.source_hash !== hash;
  return { ...told, faq, checks, status: 'done', stale, created_at: formatZonedTime(at, zone) };
}
