import { z } from 'zod';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import type { LastCheck } from '../../src/ledger/verification/book-checks.ts';
import { progressOutput } from '../../src/newsroom/operations/pipeline/output.ts';

const check = z.object({
  ok: z.boolean().describe('`true` if everything matches.'),
  lines: z.array(z.string()).describe('One sentence per difference, or a summary if everything matches.'),
  startedAt: z.string().describe('ISO 8601 timestamp in UTC.'),
  endedAt: z.string().describe('ISO 8601 timestamp in UTC.'),
});

export default defineTool({
  title: 'Ledger checks',
  description:
    'Return the last results of ledger verification and payment reconciliation that were started on this server.',
  route: 'GET /admin/books',
  effect: 'read',
  output: z.object({
    verify: check.nullable().describe('Last run; `null` if it never ran.'),
    reconcile: check.nullable().describe('Last run; `null` if it never ran.'),
    running: objectOf('Jobs in progress.', {
      verify: progressOutput.describe('Running ledger verification.'),
      reconcile: progressOutput.describe('Running payment reconciliation.'),
    }),
  }),
  async run(_input, { services: { books, jobs } }) {
    const { verify, reconcile } = await books.readLast();
    const running = {
      verify: await jobs.readProgress('books-verify'),
      reconcile: await jobs.readProgress('books-reconcile'),
    };
    return { verify: formatCheck(verify), reconcile: formatCheck(reconcile), running };
  },
});

const formatCheck = (last: LastCheck | null): z.input<typeof check> | null =>
  last && {
    ok: last.isOk,
    lines: last.lines,
    startedAt: new Date(last.startedAtMs).toISOString(),
    endedAt: new Date(last.endedAtMs).toISOString(),
  };
