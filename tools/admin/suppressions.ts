import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { listSuppressions } from '../../src/newsroom/mailing/suppressions/list-reads.ts';
import {
  formatSuppression,
  readFilters,
  suppressionFilters,
  suppressionOutput,
} from '../../src/newsroom/mailing/suppressions/output.ts';
import { bringIntoRange, describePage, looseRange, pageShape } from '../../src/newsroom/operations/reports/pages.ts';

export default defineTool({
  title: 'Suppression list',
  description:
    'List the suppressed addresses of all companies and of the whole server, newest first. Addresses are masked.',
  route: 'GET /admin/suppressions',
  effect: 'read',
  failsWith: ['INVALID_INPUT'],
  input: z.object({
    ...suppressionFilters,
    company_id: z.string().nullish().describe('Return only suppressions of this company.'),
    ...looseRange(50),
  }),
  output: z.object({
    items: z
      .array(
        suppressionOutput.extend({
          company_id: z.string().nullable().describe('ID of the company; `null` for global suppressions.'),
          email_id: z.number().int().nullable().describe('ID of the email that caused it.'),
        }),
      )
      .describe('Items, newest first.'),
    ...pageShape,
  }),
  examples: [{}, { reason: 'complaint' }],
  async run({ page, per_page, company_id, ...filters }, ctx) {
    const range = bringIntoRange(page, per_page);
    const whose = company_id == null || company_id === '' ? {} : { companyId: company_id };
    const query = { ...readFilters(filters), ...whose, ...range };
    const { rows, total } = await ctx.services.database.read(listSuppressions, query);
    const items = rows.map((row) => ({
      ...formatSuppression(row, ctx.server.timeZone),
      company_id: row.company_id === '' ? null : row.company_id,
      email_id: row.source_mail_id,
    }));
    return { items, ...describePage(total, range) };
  },
});
