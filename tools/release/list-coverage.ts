import { z } from 'zod';
import { createReasonError } from '../../src/kernel/errors/reasons.ts';
import { count, objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { countCoverage, listCoverage } from '../../src/newsroom/content/release-coverage/coverage-reads.ts';
import { coverageOutput, coverageState, formatCoverage, requireOwnRelease } from './_coverage.ts';
import { releaseId } from './_shared.ts';

const CURSOR = /^\d{1,15}$/;

export default defineTool({
  title: 'List the coverage of a press release',
  description:
    'List the articles of media about a press release, newest first: those that members added, and articles of the feed that mention it. Found ones are suggestions until `release-update-coverage` confirms or dismisses them.',
  route: 'GET /api/press-release/{press_release_id}/coverage',
  effect: 'read',
  keywords:
    'media coverage, press clippings, who wrote about us, 掲載記事, 掲載実績, クリッピング, 媒体报道, 报道列表, 剪报',
  failsWith: ['NOT_FOUND', 'INVALID_INPUT'],
  input: z.object({
    press_release_id: releaseId,
    state: coverageState.optional().describe('Return only coverage in this state. Default: suggested and confirmed.'),
    limit: z.number().int().min(1).max(100).default(50).describe('Maximum number of items to return.'),
    cursor: z.string().optional().describe('`next_cursor` of the previous page.'),
  }),
  output: z.object({
    items: z.array(coverageOutput).describe('Items of the page.'),
    counts: objectOf('Articles of the release in each state.', {
      suggested: count('Found articles that nobody has decided on.'),
      confirmed: count('Articles that members added or confirmed.'),
      dismissed: count('Articles that are not about the release.'),
    }),
    next_cursor: z.string().nullable().describe('Cursor of the next page; `null` on the last page.'),
    has_more: z.boolean().describe('`true` if another page exists.'),
  }),
  examples: [{ press_release_id: 12 }, { press_release_id: 12, state: 'suggested' }],
  async run({ press_release_id: id, state, limit, cursor }, ctx) {
    if (cursor !== undefined && !CURSOR.test(cursor)) throw createReasonError('invalid_cursor');
    const release = await requireOwnRelease(ctx, id);
    const { db } = ctx.services.database;
    const states = state === undefined ? (['suggested', 'confirmed'] as const) : [state];
    const beforeId = cursor === undefined ? null : Number(cursor);
    const rows = await listCoverage(db, { ...release, states, beforeId, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    return {
      items: page.map((row) => formatCoverage(row, ctx)),
      counts: await countCoverage(db, release),
      next_cursor: hasMore ? String(page.at(-1)?.id) : null,
      has_more: hasMore,
    };
  },
});
