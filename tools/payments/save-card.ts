import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findOwner, modeField } from './_top-up.ts';

export default defineTool({
  title: 'Save a card',
  description:
    'Create a page where a person saves a card for auto top-up, in place of an earlier one. Nothing is charged there. The card is used once the payment provider confirms it.',
  keywords: 'add a card, change card, card on file, カードを登録, カードを変更, 保存银行卡, 更换银行卡',
  route: 'POST /api/account/card',
  access: 'key-owner',
  effect: 'write',
  secret: true,
  failsWith: ['TOOL_UNAVAILABLE', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT'],
  input: z.object({ mode: modeField }),
  output: z.object({
    url: z.string().describe('URL to open in a browser.'),
    sessionId: z.string().describe('ID of the page at the payment provider.'),
  }),
  examples: [{}],
  async run({ mode }, ctx) {
    const { accountId, mode: shown } = await findOwner(ctx, mode);
    return await ctx.services.topUps.openCardPage(ctx, accountId, shown);
  },
});
