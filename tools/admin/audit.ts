import { z } from 'zod';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { cursorField, cursorPage, formatCursorPage } from './_pages.ts';

const moment = z.string().max(40).optional();

export default defineTool({
  title: 'Audit log',
  description:
    'List actions of owners and operators, newest first, 50 per page. A page of a search can be short and still have a next page.',
  route: 'GET /admin/audit',
  effect: 'read',
  failsWith: ['INVALID_INPUT'],
  input: z.object({
    actor: z
      .string()
      .max(320)
      .optional()
      .describe('Filter by actor: an email address, an account ID, ADMIN_TOKEN or `command line`.'),
    action: z.string().max(100).optional().describe('Filter by action, such as account.suspend.'),
    subject: z
      .string()
      .max(320)
      .optional()
      .describe('Filter by target: an account ID, an inv_… ID or an email address.'),
    from: moment.describe('Start of the range: a UTC day or an ISO 8601 timestamp.'),
    to: moment.describe('End of the range: a UTC day (inclusive) or an ISO 8601 timestamp (exclusive).'),
    cursor: cursorField,
  }),
  output: cursorPage(
    z.object({
      id: z.string().describe('ID of the entry.'),
      at: z.string().describe('ISO 8601 timestamp in UTC.'),
      actor: z.string().describe('Actor of the action.'),
      action: z.string().describe('Name of the action.'),
      subject: z.string().describe('Subject of the action.'),
      ipPrefix: z.string().nullable().describe('Network of the request; `null` for the command line.'),
      details: z.record(z.string(), z.unknown()).describe('Input of the action, without secrets.'),
    }),
  ),
  examples: [{}, { action: 'account.suspend' }],
  async run({ from, to, ...filter }, ctx) {
    const times = { fromMs: readMoment('from', from, 0), toMs: readMoment('to', to, DAY_MS) };
    const page = await ctx.services.operator(ctx.principal).readAudit({ ...filter, ...times });
    return formatCursorPage(page.items, page.nextCursor);
  },
});

/** Milliseconds; `dayMs` is added to what is a day. */
function readMoment(path: string, text: string | undefined, dayMs: number): number | undefined {
  if (text === undefined || text === '') return undefined;
  const ms = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw createInvalidInputError([{ path, message: 'Must be a date or an ISO 8601 timestamp' }]);
  return ms + (text.includes('T') ? 0 : dayMs);
}
