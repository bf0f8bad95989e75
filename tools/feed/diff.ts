import { z } from 'zod';
import { createReasonError } from '../../src/kernel/errors/reasons.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { Bytes } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { type Diff, readDiff } from '../../src/newsroom/content/feed/diff-reads.ts';
import {
  formatPosition,
  formatSequence,
  type Position,
  parsePosition,
  ResyncError,
} from '../../src/newsroom/content/feed/sequence.ts';
import type { FeedState } from '../../src/newsroom/content/feed/types.ts';
import { buildVersionAt, lang as langField, nameLanguage, parseLanguage } from './_shared.ts';

const PATH = '/v1/ai-feed/articles.diff.jsonl';
const LINES = 1_000;
const LINES_MAX = 5_000;

interface Question {
  since_seq: string;
  limit: number;
  lang: string;
}

export default defineTool({
  title: 'Changes of the feed',
  description:
    'Return published articles as JSON lines in the order of their latest change, with tombstones for removed ones. Pass X-Next-Since-Seq to the next call to get only changes.',
  route: `GET ${PATH}`,
  effect: 'read',
  reply: 'bytes',
  failsWith: ['GONE'],
  input: z.object({
    since_seq: z
      .string()
      .default('')
      .describe('X-Next-Since-Seq of the previous response; empty or 0 starts at the beginning.'),
    limit: z.number().int().min(1).max(LINES_MAX).default(LINES).describe('Maximum number of lines.'),
    lang: langField.default('').describe('Requested language; empty: the original of each.'),
  }),
  output: z.unknown(),
  answerHeaders: [
    'Content-Encoding',
    'Link',
    'X-Has-More',
    'X-Latest-Seq',
    'X-Line-Count',
    'X-Next-Since-Seq',
    'X-Oldest-Seq',
  ],
  examples: [{}, { since_seq: '0', limit: 100 }],
  async version(input, ctx) {
    const state = await ctx.services.feed.readState();
    requirePosition(input, state, ctx);
    const { since_seq: since, limit, lang } = input;
    const { etag, headers } = buildVersionAt(state, ctx, ['diff', since, limit, nameLanguage(lang), chooseType(ctx)]);
    return { etag, headers: { ...headers, Vary: `Accept, ${headers.Vary}` } };
  },
  async run(input, ctx) {
    const { database, feed } = ctx.services;
    const { limit, lang } = input;
    const before = await feed.readState();
    const position = requirePosition(input, before, ctx);
    const query = { after: position?.number ?? 0, limit, language: parseLanguage(lang), site: feed.site };
    const diff = await database.read(readDiff, query);
    // A tombstone may have gone in between.
    requirePosition(input, diff.state, ctx);
    // Whoever begins at the start has read nothing of what was removed before.
    const begunAt = position === null ? before.number : position.begunAt;
    return new Bytes(diff.data, `${chooseType(ctx)}; charset=utf-8`, 'articles.diff.jsonl', {
      isText: true,
      headers: buildHeaders(diff, begunAt, input, feed.site.baseUrl),
    });
  },
});

/** Throws `invalid_cursor` for what is no position, and `resync_required`. */
function requirePosition({ since_seq: since }: Question, state: FeedState, ctx: CallContext): Position | null {
  try {
    return parsePosition(since, state);
  } catch (thrown) {
    if (!(thrown instanceof ResyncError)) throw thrown;
    throw createReasonError('resync_required', { details: { resync_url: `${ctx.services.feed.site.baseUrl}${PATH}` } });
  }
}

/** `application/jsonl` for those who ask for it by name. */
const chooseType = ({ browser }: CallContext): string =>
  /\bapplication\/jsonl\b/i.test(browser?.accept ?? '') ? 'application/jsonl' : 'application/x-ndjson';

function buildHeaders(diff: Diff, begunAt: number | null, question: Question, baseUrl: string): Record<string, string> {
  const { state, lines, last, hasMore } = diff;
  const next = hasMore ? formatPosition(state, last, begunAt) : formatSequence(state.epoch, state.number);
  const query = new URLSearchParams({ since_seq: next, limit: String(question.limit) });
  if (question.lang !== '') query.set('lang', nameLanguage(question.lang));
  return {
    'X-Next-Since-Seq': next,
    'X-Has-More': String(hasMore),
    'X-Latest-Seq': formatSequence(state.epoch, state.number),
    'X-Oldest-Seq': formatSequence(state.epoch, state.horizon),
    'X-Line-Count': String(lines),
    ...(hasMore ? { Link: `<${baseUrl}${PATH}?${query}>; rel="next"` } : {}),
  };
}
