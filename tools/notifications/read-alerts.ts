import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { findWatch } from '../../src/signals/webhooks/account-reads.ts';
import { findAccountId, modeField } from './_shared.ts';

export default defineTool({
  title: 'Account alerts',
  description: 'Return the low-balance alert of this account and whether the balance is low now.',
  route: 'GET /api/account/alerts',
  effect: 'read',
  input: z.object({ mode: modeField }),
  output: z.object({
    lowBalance: z.number().nullable().describe('Threshold in USD; `null` if the alert is off.'),
    email: z.boolean().describe('`true` if the company’s admins also get an email.'),
    isLow: z.boolean().describe('`true` from the alert until the balance is above the threshold again.'),
  }),
  examples: [{}],
  async run({ mode }, ctx) {
    const watch = await findWatch(ctx.services.database.db, await findAccountId(ctx, mode));
    const threshold = watch?.low_balance ?? null;
    return {
      lowBalance: threshold === null ? null : toUsd(threshold),
      email: watch?.low_balance_email === 1,
      isLow: watch?.is_low === 1,
    };
  },
});
