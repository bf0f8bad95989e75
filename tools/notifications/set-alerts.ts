import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { fromUsd } from '../../src/lib/money.ts';
import { setLowBalanceAlert } from '../../src/signals/webhooks/account-writes.ts';
import { findAccountId, modeField } from './_shared.ts';

const USD_MAX = 1_000_000;

export default defineTool({
  title: 'Set the low-balance alert',
  description:
    'Send a balance.low event when the balance falls below a threshold, and optionally an email to the company’s admins. The alert repeats only after the balance has been above the threshold again.',
  route: 'PUT /api/account/alerts',
  effect: 'write',
  input: z.strictObject({
    lowBalance: z.number().min(0).max(USD_MAX).nullable().describe('Threshold in USD; `null` turns the alert off.'),
    email: z.boolean().default(false).describe('Set to `true` to also email the company’s admins.'),
    mode: modeField,
  }),
  output: z.object({
    lowBalance: z.number().nullable().describe('Threshold in USD; `null` if the alert is off.'),
    email: z.boolean().describe('`true` if the company’s admins also get an email.'),
  }),
  examples: [{ lowBalance: 5, email: true }, { lowBalance: null }],
  async run({ lowBalance, email, mode }, ctx) {
    const accountId = await findAccountId(ctx, mode);
    const micros = lowBalance === null ? null : fromUsd(lowBalance);
    await ctx.services.database.write(setLowBalanceAlert, { accountId, lowBalance: micros, byEmail: email });
    return { lowBalance, email };
  },
});
