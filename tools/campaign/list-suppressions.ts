import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { listSuppressions } from '../../src/newsroom/mailing/suppressions/list-reads.ts';
import {
  formatSuppression,
  readFilters,
  suppressionFilters,
  suppressionOutput,
} from '../../src/newsroom/mailing/suppressions/output.ts';
import { requireMember } from './_shared.ts';

const PER_PAGE_MAX = 500;

export default defineTool({
  title: 'List suppressed addresses',
  description:
    'The addresses that get no mail of the company, newest first: they bounced, complained or left, or a member has said so. What has ended by itself is not listed.',
  route: 'GET /api/suppressions',
  effect: 'read',
  failsWith: ['INVALID_INPUT'],
  input: z.object({
    ...suppressionFilters,
    page: z.number().int().min(1).default(1).describe('From 1.'),
    per_page: z.number().int().min(1).default(50).describe(`More than ${PER_PAGE_MAX} is read as ${PER_PAGE_MAX}.`),
  }),
  output: z.object({
    items: z.array(suppressionOutput).describe('Empty behind the last page.'),
    total: z.number().int().describe('On all pages.'),
    page: z.number().int().describe('This one.'),
    per_page: z.number().int().describe('The most on a page.'),
    pages: z.number().int().describe('How many there are.'),
  }),
  examples: [{}, { email: 'desk@paper.example' }],
  async run({ page, per_page, ...filters }, ctx) {
    const { companyId, role } = requireMember(ctx);
    const perPage = Math.min(per_page, PER_PAGE_MAX);
    const query = { companyId, ...readFilters(filters), page, perPage };
    const { rows, total } = await ctx.services.database.read(listSuppressions, query);
    const items = rows.map((row) => formatSuppression(row, ctx.server.timeZone, role !== 'admin'));
    return { items, total, page, per_page: perPage, pages: Math.ceil(total / perPage) };
  },
});
