/** Analyses what sources have given, oldest first. */
import { defineJob } from '../../../jobs/define.ts';
import type { JobContext } from '../../../jobs/types.ts';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import { hasLetters } from '../../../text/language.ts';
import { refineAnalysis } from '../../analysis/analyses/refine.ts';
import { createJobCall } from '../../common/item-call.ts';
import { pickFindings } from '../../content/articles/findings.ts';
import { findArticle } from '../../content/articles/reads.ts';
import { countWaiting, listWaiting } from './reads.ts';
import { failAnalysis, storeAnalysis } from './writes.ts';

export const analyze = defineJob({
  kind: 'analyze',
  isDue: async ({ services: { sources, database } }) =>
    sources.isScheduled && (await listWaiting(database.db, 'analyze', 0, 1)).length > 0,
  count: ({ services: { database } }) => countWaiting(database.db, 'analyze'),
  async list({ services: { database } }, afterKey, most) {
    const waiting = await listWaiting(database.db, 'analyze', Number(afterKey ?? 0), most);
    return waiting.map(({ id, title }) => ({ key: String(id), id: { article_id: id }, title }));
  },
  async run({ key }, ctx) {
    const articleId = Number(key);
    try {
      await analyzeArticle(articleId, ctx);
    } catch (thrown) {
      // What was broken off is no failure of the text.
      if (!ctx.callerGone.aborted) {
        const error = thrown instanceof FareboxError ? thrown.message : 'The analysis has failed';
        await ctx.services.database.write(failAnalysis, { articleId, error });
      }
      throw thrown;
    }
  },
});

async function analyzeArticle(articleId: number, ctx: JobContext): Promise<void> {
  const { analyses, database } = ctx.services;
  const article = await findArticle(database.db, articleId);
  if (!article || article.analyze_due === null) return;
  const { title, body, content_hash: contentHash } = article;
  if (!hasLetters(`${title}${body}`)) throw new FareboxError('INVALID_INPUT', { message: 'The text has no words' });
  const clock = { nowMs: await database.now(), timeZone: analyses.zone };
  const page = { url: article.url, originalUrl: article.canonical_url };
  const input = { mode: 'optimize', title, body, clock, page } as const;
  const byRules = await analyses.analyze(input, ctx);
  const purpose = { operation: 'analyze', companyId: null, articleId, jobId: ctx.requestId } as const;
  // A better version of somebody else's text is not wanted: the model is asked for its score and summary alone.
  const request = { ...input, mode: 'facts' } as const;
  const refined = await refineAnalysis(createJobCall(ctx), request, { ...byRules, mode: 'facts' }, purpose);
  const { engine, degraded_reason: degradedReason } = refined.making;
  const findings = pickFindings({ ...refined.analysis, engine });
  await database.write(storeAnalysis, { articleId, contentHash, findings, degradedReason });
}
