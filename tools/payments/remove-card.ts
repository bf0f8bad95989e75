import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findOwner, formatStatus, modeField, statusOutput } from './_top-up.ts';

export default defineTool({
  title: 'Remove the card',
  description: 'Remove the saved card and turn auto top-up off. No charge begins after this.',
  keywords: 'delete card, forget card, カードを削除, 删除银行卡',
  route: 'DELETE /api/account/card',
  access: 'key-owner',
  effect: 'destroy',
  openWhenSuspended: true,
  input: z.object({ mode: modeField }),
  output: statusOutput,
  examples: [{}],
  async run({ mode }, ctx) {
    const { accountId, mode: shown, actor } = await findOwner(ctx, mode);
    await ctx.services.topUps.removeCard(accountId, actor);
    return formatStatus(await ctx.services.topUps.readStatus(accountId, shown));
  },
});
