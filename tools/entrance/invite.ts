import { z } from 'zod';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { renderDeadInvitePage, renderInvitePage } from '../../src/web/pages/claw.tsx';
import { chooseLanguageFor } from './_shared.ts';

export default definePage({
  title: 'Invite page',
  description:
    'Shows the page of an invite: sign in, create a key and configure a client. An expired invite says what to do.',
  route: 'GET /claw',
  effect: 'read',
  secret: true,
  input: z.object({ code: z.string().max(200).catch('').describe('Code of the invite.') }),
  examples: [],
  async run({ code }, ctx) {
    const { state, grantMicros, expiresAtMs, operatorContact } = await ctx.services.invites.readView(code);
    const language = chooseLanguageFor(ctx);
    if (state !== 'open') return renderDeadInvitePage(state, code, operatorContact, language);
    const isElsewhere = ctx.environment.settings('oidc') !== null;
    const isFiled = ctx.services.mail.transport === 'outbox';
    const { baseUrl } = ctx.server;
    return renderInvitePage(
      { code, grantUsd: toUsd(grantMicros), expiresAtMs, isElsewhere, isFiled, baseUrl },
      language,
    );
  },
});
