import { z } from 'zod';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { readFeedHealth } from '../../src/newsroom/content/feed/reads.ts';
import { formatSequence } from '../../src/newsroom/content/feed/sequence.ts';
import { formatTime } from '../../src/newsroom/content/feed/template.ts';
import { buildVersion } from './_shared.ts';

/** A feed whose newest article is older has stopped. */
const STALE_MS = 48 * 3_600_000;
/** An answer is the same for so long. */
const SAME_MS = 30_000;

const count = (language: string) => z.number().int().describe(`Number of articles available in ${language}.`);

export default defineTool({
  title: 'Health of the feed',
  description: 'Return the number of public articles and the age of the newest.',
  route: 'GET /v1/ai-news/health',
  effect: 'read',
  output: z.object({
    status: z.enum(['ok', 'stale', 'empty']).describe('stale: nothing was published for 48 hours.'),
    articles: z.number().int().describe('Number of public articles.'),
    latest_seq: z.string().describe('Newest position in the feed of changes.'),
    latest_article_at: z.string().nullable().describe('Time when the newest article was published, ISO 8601.'),
    lag_seconds: z.number().int().nullable().describe('Seconds since the newest article.'),
    generated_at: z.string().describe('Time of this response, ISO 8601.'),
    by_lang: objectOf('Articles by language.', { ja: count('Japanese'), en: count('English'), zh: count('Chinese') }),
  }),
  version: async (_input, ctx) =>
    buildVersion(ctx, 'health', Math.floor((await ctx.services.database.now()) / SAME_MS)),
  async run(_input, { services: { database, feed } }) {
    const [nowMs, state] = [await database.now(), await feed.readState()];
    const { articles, latestAt, byLanguage } = await database.read(readFeedHealth, {});
    const ageMs = latestAt === null ? null : Math.max(0, nowMs - latestAt);
    return {
      status: ageMs === null ? ('empty' as const) : ageMs > STALE_MS ? ('stale' as const) : ('ok' as const),
      articles,
      latest_seq: formatSequence(state.epoch, state.number),
      latest_article_at: latestAt === null ? null : formatTime(latestAt, feed.site.zone),
      lag_seconds: ageMs === null ? null : Math.floor(ageMs / 1000),
      generated_at: formatTime(nowMs, feed.site.zone),
      by_lang: byLanguage,
    };
  },
});
