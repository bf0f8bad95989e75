import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { bringIntoRange, describePage, looseRange, pageShape } from '../../src/newsroom/operations/reports/pages.ts';
import { formatQueued, queueEntryOutput } from '../../src/newsroom/operations/reports/queue.ts';
import { listQueue, QUEUE_STATUSES } from '../../src/newsroom/operations/reports/reads.ts';

export default defineTool({
  title: 'Email queue',
  description:
    'List queued and sent emails of all campaigns, newest first, with counts by state. Drafts are visible to their company only.',
  route: 'GET /admin/queue',
  effect: 'read',
  failsWith: ['INVALID_INPUT'],
  input: z.object({
    status: z.string().default('').describe('Email state, such as queued, sent, failed or unknown; empty returns all.'),
    ...looseRange(20),
  }),
  output: z.object({
    items: z.array(queueEntryOutput).describe('Items, newest first.'),
    ...pageShape,
    counts: z.record(z.string(), z.number().int()).describe('Number of emails by state.'),
  }),
  examples: [{}, { status: 'unknown' }],
  async run({ status: statusName, page, per_page }, ctx) {
    const status = QUEUE_STATUSES.find((one) => one === statusName) ?? null;
    if (statusName !== '' && status === null) {
      throw new FareboxError('INVALID_INPUT', { message: `status must be one of: ${QUEUE_STATUSES.join(', ')}` });
    }
    const range = bringIntoRange(page, per_page);
    const { mails, total, counts } = await ctx.services.database.read(listQueue, { status, ...range });
    const items = mails.map((mail) => formatQueued(mail, ctx.server.timeZone));
    return { items, ...describePage(total, range), counts };
  },
});
