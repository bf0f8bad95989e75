import { z } from 'zod';
import { describeVisitor } from '../../src/identity/pages/visitor.ts';
import '../../src/identity/wallets/service.ts';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { renderLoginPage } from '../../src/web/pages/login.tsx';
import { chooseLanguageFor } from './_shared.ts';

export default definePage({
  title: 'Sign-in page',
  description: 'Shows the sign-in page: emailed code, identity provider, wallet or API key.',
  route: 'GET /login',
  effect: 'read',
  secret: true,
  input: z.object({
    left: z.literal('1').optional().catch(undefined).describe('Set after signing out.'),
  }),
  examples: [],
  async run({ left }, ctx) {
    const isElsewhere = ctx.environment.settings('oidc') !== null;
    const isFiled = ctx.services.mail.transport === 'outbox';
    const facts = { account: describeVisitor(ctx.principal), isElsewhere, isFiled, hasLeft: left !== undefined };
    const walletNetworks = ctx.services.walletSignIn.networks;
    return renderLoginPage({ ...facts, walletNetworks, baseUrl: ctx.server.baseUrl }, chooseLanguageFor(ctx));
  },
});
