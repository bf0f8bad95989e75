import { z } from 'zod';
import { formatPageCookie, readPageCookie } from '../../src/kernel/page-cookie.ts';
import { Redirect } from '../../src/kernel/tool/reply.ts';
import { definePage } from '../../src/kernel/tool/tool.ts';

export default definePage({
  title: 'Sign out',
  description: 'Ends the session of this browser and redirects to the sign-in page.',
  route: 'POST /login/leave',
  effect: 'write',
  secret: true,
  answerHeaders: ['Set-Cookie'],
  input: z.object({}),
  examples: [],
  async run(_input, ctx) {
    const { baseUrl } = ctx.server;
    const cookie = readPageCookie(baseUrl, ctx.browser?.cookie);
    if (cookie !== undefined) await ctx.services.pageSessions.close(cookie);
    ctx.addHeader('Set-Cookie', formatPageCookie(baseUrl, '', 0));
    return new Redirect('/login?left=1', 303);
  },
});
