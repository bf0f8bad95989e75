import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { listSuppressions } from '../../src/newsroom/mailing/suppressions/list-reads.ts';
import {
  formatSuppression,
  readFilters,
  suppressionFilters,
  suppressionOutput,
} from '../../src/newsroom/mailing/suppressions/output.ts';
import { bringIntoRange, companyPage, describePage, rangeFields } from '../../src/newsroom/operations/reports/pages.ts';
import { requireMember } from './_shared.ts';

export default defineTool({
  title: 'List suppressed addresses',
  description:
    'List the addresses that get no email of the company, newest first: bounced, complained, unsubscribed, or suppressed by a member. Expired suppressions are not listed.',
  route: 'GET /api/suppressions',
  effect: 'read',
  keywords: 'unsubscribed addresses, suppression list, 配信停止リスト, 退订名单',
  failsWith: ['INVALID_INPUT'],
  input: z.object({
    ...suppressionFilters,
    ...rangeFields,
  }),
  output: z.object({
    ...companyPage(suppressionOutput),
  }),
  examples: [{}, { email: 'desk@paper.example' }],
  async run({ page, per_page, ...filters }, ctx) {
    const { companyId, role } = requireMember(ctx);
    const range = bringIntoRange(page, per_page);
    const query = { companyId, ...readFilters(filters), ...range };
    const { rows, total } = await ctx.services.database.read(listSuppressions, query);
    const items = rows.map((row) => formatSuppression(row, ctx.server.timeZone, role !== 'admin'));
    return { items, ...describePage(total, range) };
  },
});
