import { z } from 'zod';
import { identifyActor } from '../../src/identity/operators/operator.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findArticle } from '../../src/newsroom/content/articles/reads.ts';
import {
  countUntranslated,
  listOldestTranslated,
  listUntranslated,
} from '../../src/newsroom/operations/pipeline/reads.ts';
import { fillGaps } from '../../src/newsroom/operations/pipeline/translate.ts';
import { noteAct } from '../../src/newsroom/operations/pipeline/writes.ts';
import type { Language } from '../../src/text/language.ts';

const LANGUAGES: readonly Language[] = ['ja', 'en', 'zh'];
/** Time that is kept for the answer. */
const RESERVED_MS = 5_000;

export default defineTool({
  title: 'Translate pending articles',
  description:
    'Translate analyzed articles with a missing or outdated translation, oldest first. Articles not reached in time stay pending for the next call.',
  route: 'POST /internal/translate-pending',
  effect: 'write',
  timeoutMs: 300_000,
  failsWith: ['INVALID_INPUT', 'TOOL_UNAVAILABLE'],
  input: z.object({
    limit: z.number().int().min(1).max(200).default(20).describe('Maximum number of articles.'),
    languages: z.array(z.string()).nullish().describe('Target languages: ja, en, zh. Default: all.'),
    force: z.boolean().default(false).describe('`true` to redo existing translations, oldest first.'),
  }),
  output: z.object({
    processed: z.number().int().describe('Number of articles processed.'),
    succeeded: z.number().int().describe('Number of articles translated without errors.'),
    failed: z.number().int().describe('Number of articles with an error in at least one language.'),
    remaining: z.number().int().describe('Number of articles that still lack a translation.'),
    errors: listOf('Translations that failed.', {
      article_id: z.number().int().describe('ID of the article.'),
      language: z.string().describe('Target language of the failed translation.'),
      error: z.string().describe('Reason for the failure.'),
    }),
  }),
  examples: [{}, { limit: 50, languages: ['en'] }],
  async run({ limit, languages: languageNames, force }, ctx) {
    const { database, translator } = ctx.services;
    const { db } = database;
    const languages = parseLanguages(languageNames ?? null);
    translator.identify(ctx);
    const waiting = await listUntranslated(db, languages, 0, limit);
    const ids = force ? [...new Set([...waiting, ...(await listOldestTranslated(db, languages, limit))])] : waiting;
    const errors: { article_id: number; language: string; error: string }[] = [];
    let processed = 0;
    for (const id of ids.slice(0, limit)) {
      if (ctx.callerGone.aborted || Date.now() > ctx.deadlineMs - RESERVED_MS) break;
      const article = await findArticle(db, id);
      if (!article) continue;
      for (const error of await fillGaps(ctx, article, languages, { force })) errors.push({ article_id: id, ...error });
      processed++;
    }
    const failed = new Set(errors.map(({ article_id }) => article_id)).size;
    const counts = { processed, succeeded: processed - failed, failed };
    const who = identifyActor(ctx.principal);
    await database.write(noteAct, {
      ...who,
      action: 'articles.translate',
      subject: languages.join(','),
      details: counts,
    });
    return { ...counts, remaining: await countUntranslated(db, languages), errors };
  },
});

function parseLanguages(languages: readonly string[] | null): readonly Language[] {
  if (languages === null) return LANGUAGES;
  return [...new Set(languages)].map((text) => {
    const match = LANGUAGES.find((language) => language === text);
    if (match) return match;
    throw new FareboxError('INVALID_INPUT', { message: `languages must be of: ${LANGUAGES.join(', ')}` });
  });
}
