import { z } from 'zod';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { fromUsd } from '../../src/lib/money.ts';
import {
  amountField,
  findOwner,
  formatStatus,
  modeField,
  monthlyLimitField,
  statusOutput,
  thresholdField,
} from './_top-up.ts';

export default defineTool({
  title: 'Change auto top-up',
  description:
    'Turn auto top-up on or off and choose when the saved card is charged, how much, and the most per month. Turned on below the threshold, the card is charged at once. Save a card first with `payment-save-card`.',
  keywords:
    'turn on auto recharge, automatic payment, stop auto reload, 自動チャージを設定, 自動チャージをオフ, 开启自动充值, 关闭自动充值',
  route: 'PUT /api/account/auto-top-up',
  access: 'key-owner',
  effect: 'write',
  openWhenSuspended: true,
  failsWith: ['CONFLICT', 'TOOL_UNAVAILABLE'],
  input: z.strictObject({
    enabled: z.boolean().describe('false turns it off; true turns it on and ends a pause.'),
    threshold: thresholdField.default(5),
    amount: amountField.default(10),
    monthlyLimit: monthlyLimitField.default(50),
    mode: modeField,
  }),
  output: statusOutput,
  examples: [{ enabled: false, threshold: 5, amount: 25, monthlyLimit: 100 }, { enabled: false }],
  async run({ enabled, threshold, amount, monthlyLimit, mode }, ctx) {
    if (threshold > amount)
      throw createInvalidInputError([{ path: 'threshold', message: 'The threshold must be at most the amount' }]);
    if (monthlyLimit < amount)
      throw createInvalidInputError([
        { path: 'monthlyLimit', message: 'The monthly limit must be at least the amount' },
      ]);
    const { accountId, mode: shown, actor } = await findOwner(ctx, mode);
    const limits = { threshold: fromUsd(threshold), amount: fromUsd(amount), monthlyLimit: fromUsd(monthlyLimit) };
    await ctx.services.topUps.set({ accountId, isOn: enabled, ...limits, actor }, shown);
    return formatStatus(await ctx.services.topUps.readStatus(accountId, shown));
  },
});
