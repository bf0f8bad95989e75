import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'Sign out',
  description: 'End the session of this request. The token stops working immediately.',
  keywords: 'log out, sign out, ログアウト, サインアウト, 退出登录, 注销',
  access: 'member-session',
  effect: 'write',
  output: z.object({ ok: z.literal(true).describe('The session was ended.') }),
  async run(_input, ctx) {
    const { principal } = requireCompanyCaller(ctx);
    if (principal.kind === 'session') await ctx.services.identity.logout(principal);
    return { ok: true as const };
  },
});
