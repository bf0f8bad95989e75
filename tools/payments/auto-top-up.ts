import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findPayer, formatStatus, modeField, statusOutput } from './_top-up.ts';

export default defineTool({
  title: 'Auto top-up status',
  description:
    'Return the auto top-up of this account: its state, saved card, threshold, amount, monthly limit and what was charged this month. Change it with `payment-change-auto-top-up`.',
  keywords: 'automatic recharge, auto reload, saved card, 自動チャージ, 登録カード, 自动充值, 已保存的银行卡',
  route: 'GET /api/account/auto-top-up',
  access: 'key-owner',
  effect: 'read',
  openWhenSuspended: true,
  input: z.object({ mode: modeField }),
  output: statusOutput,
  examples: [{}],
  async run({ mode }, ctx) {
    const { accountId, mode: shown } = await findPayer(ctx, mode);
    return formatStatus(await ctx.services.topUps.readStatus(accountId, shown));
  },
});
