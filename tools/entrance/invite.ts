import { z } from 'zod';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { renderDeadInvitePage, renderInvitePage } from '../../src/web/pages/claw.tsx';
import { chooseLanguageFor } from './_shared.ts';

export default definePage({
  title: 'Invite page',
  description:
    'The page behind an invite: sign in, make a key, set up a client. One that is over says so, and what to do.',
  route: 'GET /claw',
  effect: 'read',
  secret: true,
  input: z.object({ code: z.string().max(200).catch('').describe('The code of the invite') }),
  examples: [],
  async run({ code }, ctx) {
    const { state, grantMicros, expiresAtMs, operatorContact } = await ctx.services.invites.readView(code);
    const language = chooseLanguageFor(ctx);
    if (state !== 'open') return renderDeadInvitePage(state, code, operatorContact, language);
    const isElsewhere = ctx.environment.settings('oidc') !== null;
    const { baseUrl } = ctx.server;
    return renderInvitePage({ code, grantUsd: toUsd(grantMicros), expiresAtMs, isElsewhere, baseUrl }, language);
  },
});
