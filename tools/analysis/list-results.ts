import { z } from 'zod';
import { createReasonError } from '../../src/kernel/errors/reasons.ts';
import { listOf, objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { listResults } from '../../src/newsroom/analysis/analyses/reads.ts';
import { engineName } from '../../src/newsroom/analysis/quality/output.ts';
import { requireMember } from './_shared.ts';

const CURSOR = /^res_[0-9A-Za-z]{1,40}$/;

export default defineTool({
  title: 'Analyses of the company',
  description: 'List the analyses of the company, newest first, without their details.',
  route: 'GET /api/results',
  effect: 'read',
  keywords: 'past analyses, 分析結果一覧, 分析结果列表',
  failsWith: ['INVALID_INPUT'],
  input: z.object({
    limit: z.number().int().min(1).max(100).default(20).describe('Maximum number of items to return.'),
    cursor: z.string().optional().describe('`next_cursor` of the previous page.'),
  }),
  output: z.object({
    items: listOf('Items of the page.', {
      id: z.string().describe('ID of the result.'),
      result_id: z.string().describe('Same value as `id`.'),
      mode: z.string().describe('Mode of the request.'),
      status: z.literal('completed').describe('Status of the analysis.'),
      title: z.string().nullable().describe('Headline of the article.'),
      language: z.string().describe('Language of the text.'),
      nq_score: z.number().nullable().describe('NQ score; null in mode facts.'),
      source: objectOf('Origin of the text.', {
        kind: z.enum(['text', 'url']).describe('`given` for submitted text, `read` for text fetched from a URL.'),
        url: z.string().nullable().describe('URL from the request.'),
      }),
      engine: engineName,
      created_at: z.string().describe('Time of the entry, ISO 8601 in the server’s time zone.'),
    }),
    next_cursor: z.string().nullable().describe('Cursor of the next page; `null` on the last page.'),
    has_more: z.boolean().describe('`true` if another page exists.'),
  }),
  examples: [{}, { limit: 50 }],
  async run({ limit, cursor }, ctx) {
    if (cursor !== undefined && !CURSOR.test(cursor)) throw createReasonError('invalid_cursor');
    const { companyId } = requireMember(ctx);
    const { database, analyses } = ctx.services;
    const rows = await database.read(listResults, { companyId, beforeId: cursor ?? null, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    return {
      items: page.map(({ id, source_kind, url, created_at, engine, ...row }) => ({
        id,
        result_id: id,
        ...row,
        status: 'completed' as const,
        source: { kind: source_kind, url },
        engine: engine === 'rules' ? ('rules' as const) : ('rules+llm' as const),
        created_at: analyses.formatTime(created_at),
      })),
      next_cursor: hasMore ? (page.at(-1)?.id ?? null) : null,
      has_more: hasMore,
    };
  },
});
