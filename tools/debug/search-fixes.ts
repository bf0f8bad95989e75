import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatFix, foundFix } from './_shapes.ts';

export default defineTool({
  title: 'Search fixes',
  description:
    'Search published fixes by error message, stack trace or description, in English, Japanese or Chinese. Nothing is stored. For a diagnosis use `report_bug`.',
  keywords:
    'fix for an error, how to fix an error, solution for an error, known fix, already solved, error message, exception, known issue, エラー, 报错, 错误',
  route: 'POST /api/v2/debug-ai/search',
  aliases: ['search_fixes'],
  effect: 'read',
  input: z.object({
    query: z.string().trim().min(1).max(20_000).describe('Error message, stack trace or description of the error.'),
  }),
  output: z.object({ results: z.array(foundFix).describe('Up to ten fixes, best match first.') }),
  examples: [{ query: 'SELF_SIGNED_CERT_IN_CHAIN behind a company proxy' }, { query: '端口被占用' }],
  async run({ query }, ctx) {
    return { results: (await ctx.services.fixes.search(query, ctx)).map(formatFix) };
  },
});
