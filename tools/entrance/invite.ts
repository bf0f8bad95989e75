import { z } from 'zod';
import { toUsd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import { deadInvitePage, invitePage } from '../../src/web/claw.ts';
import { readersLanguage } from './_shared.ts';

export default defineTool({
  title: 'Invite page',
  description:
    'The page behind an invite: sign in, make a key, set up a client. One that is over says so, and what to do.',
  route: 'GET /claw',
  effect: 'read',
  reply: 'page',
  secret: true,
  input: z.object({ code: z.string().max(200).catch('').describe('The code of the invite') }),
  output: z.unknown(),
  examples: [],
  async run({ code }, ctx) {
    const { state, grantMicros, expiresAtMs, operatorContact } = await ctx.services.invites.look(code);
    const language = readersLanguage(ctx);
    if (state !== 'open') return deadInvitePage(state, operatorContact, language);
    const isElsewhere = ctx.outside.settings('oidc') !== null;
    const { baseUrl } = ctx.server;
    return invitePage({ code, grantUsd: toUsd(grantMicros), expiresAtMs, isElsewhere, baseUrl }, language);
  },
});
