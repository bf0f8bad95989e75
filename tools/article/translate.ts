import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { createReasonError } from '../../src/kernel/errors/reasons.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { readTranslatable, translateAndKeep } from '../../src/newsroom/content/articles/keep-translation.ts';
import { findGlossary } from '../../src/newsroom/content/articles/reads.ts';
import { keepGlossary } from '../../src/newsroom/content/articles/translation-writes.ts';
import type { Language } from '../../src/text/language.ts';
import { LANGUAGES, readTexts, requireArticle, requireMember, translationsOutput } from './_shared.ts';

const GLOSSARY_MAX = 100;
const TERM_CHARS_MAX = 100;

const outcome = z.enum(['done', 'skipped', 'failed']);
const outcomes = z.object({
  ja: outcome.optional().describe('Text in Japanese.'),
  en: outcome.optional().describe('Text in English.'),
  zh: outcome.optional().describe('Text in Chinese.'),
});

export default defineTool({
  title: 'Translate an article',
  description:
    'Translate an article into English, Japanese and Chinese. A translation is kept only if its numbers, dates, addresses and names match the original. Existing translations are not repeated.',
  route: 'POST /api/translate-article',
  effect: 'write',
  keywords: 'translate an article, 記事を翻訳, 翻译文章',
  failsWith: ['NOT_FOUND', 'FORBIDDEN', 'TOOL_UNAVAILABLE'],
  timeoutMs: 120_000,
  input: z.object({
    article_id: z.number().int().describe('ID of an article of the company, or of a public one.'),
    languages: z
      .array(z.string())
      .nullish()
      .describe('Target languages `ja`, `en`, `zh`; default: all except the original.'),
    force: z.boolean().default(false).describe('Whether to repeat existing translations; for articles of the company.'),
    glossary: z
      .record(z.string(), z.string())
      .nullish()
      .describe('Company terms with their translations, saved for later. Company articles only.'),
  }),
  output: z.object({
    article_id: z.number().int().describe('Requested article ID.'),
    results: outcomes.describe('Result by requested language; `skipped` means that a translation already existed.'),
    errors: z.record(z.string(), z.string()).describe('Error by failed language.'),
    translations: translationsOutput.describe('All available languages.'),
    engine: z.string().nullable().describe('ID of the translator; `null` if none was needed.'),
  }),
  examples: [{ article_id: 41, languages: ['en'], glossary: { コトバ: 'Kotoba' } }],
  async run({ article_id: id, languages, force, glossary }, ctx) {
    const asked = parseLanguages(languages ?? null);
    const terms = checkGlossary(glossary ?? {});
    const article = await requireArticle(ctx, id);
    const { companyId } = requireMember(ctx);
    const isForeign = article.company_id !== null && article.company_id !== companyId;
    if ((isForeign || article.company_id === null) && (force || Object.keys(terms).length > 0)) {
      throw createReasonError('company_mismatch', { message: "Only the article's company can edit its translation" });
    }
    const texts = await readTexts(ctx, article);
    const targets = asked ?? LANGUAGES.filter((language) => language !== article.language);
    const isDue = (language: Language): boolean =>
      language !== article.language && (force || (texts[language]?.stale ?? true));
    const due = targets.filter(isDue);
    const results: z.input<typeof outcomes> = {};
    for (const language of targets) results[language] = 'skipped';
    const errors: Record<string, string> = {};
    const engine = due.length === 0 ? null : ctx.services.translator.identify(ctx);
    if (engine !== null && Object.keys(terms).length > 0) {
      await ctx.services.database.write(keepGlossary, { companyId, terms });
    }
    for (const to of due) {
      const glossary = article.company_id === companyId ? await findGlossary(ctx.services.database.db, companyId) : {};
      const options = { to, glossary, companyId, engine: engine ?? '' };
      const fault = await translateAndKeep(ctx, readTranslatable(article), options);
      results[to] = fault === null ? 'done' : 'failed';
      if (fault !== null) errors[to] = fault;
    }
    const translations = due.length === 0 ? texts : await readTexts(ctx, article);
    return { article_id: id, results, errors, translations, engine };
  },
});

function parseLanguages(languages: readonly string[] | null): Language[] | null {
  if (languages === null) return null;
  return [...new Set(languages)].map((text) => {
    const match = LANGUAGES.find((language) => language === text);
    if (match) return match;
    throw new FareboxError('INVALID_INPUT', { message: `languages must be of: ${LANGUAGES.join(', ')}` });
  });
}

function checkGlossary(terms: Record<string, string>): Record<string, string> {
  const entries = Object.entries(terms);
  const isFit = (text: string): boolean => text.trim() !== '' && text.length <= TERM_CHARS_MAX && !/[\r\n]/.test(text);
  if (entries.length <= GLOSSARY_MAX && entries.flat().every(isFit)) return terms;
  const message = `glossary takes ${GLOSSARY_MAX} terms of one line and at most ${TERM_CHARS_MAX} characters`;
  throw new FareboxError('INVALID_INPUT', { message });
}
