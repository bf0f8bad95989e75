import { z } from 'zod';
import { isLoopbackRedirect } from '../../src/identity/oauth/redirects.ts';
import { describeVisitor } from '../../src/identity/pages/visitor.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { type Page, Redirect } from '../../src/kernel/tool/reply.ts';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { chooseLanguage } from '../../src/locales/language.ts';
import { renderConsentPage, renderRefusalPage } from '../../src/web/pages/consent.tsx';
import { field, resource, scope } from './_fields.ts';

export default definePage({
  title: 'Authorize a client',
  description: 'Shows the consent page, where the account owner grants or denies a client access (RFC 6749, PKCE).',
  route: 'GET /oauth/authorize',
  effect: 'read',
  secret: true,
  input: z.object({
    response_type: field('Response type, always `code`.'),
    client_id: field('Client ID, or the URL of its metadata document.'),
    redirect_uri: field('Registered redirect URI that receives the code.'),
    code_challenge: field('SHA-256 of the code verifier, base64url (PKCE).'),
    code_challenge_method: field('PKCE method, always `S256`.'),
    state: field('Opaque value, returned with the code.'),
    scope,
    resource,
  }),
  examples: [],
  async run(input, ctx): Promise<Page | Redirect> {
    const language = chooseLanguage(ctx.browser?.acceptLanguage);
    try {
      const consent = await ctx.services.oauth.prepareConsent(input, ctx.principal.ip, ctx);
      const isFiled = ctx.services.mail.transport === 'outbox';
      if (!('leadTo' in consent))
        return renderConsentPage({ ...consent, account: describeVisitor(ctx.principal), isFiled }, language);
      const { leadTo, message } = consent;
      return isLoopbackRedirect(leadTo) ? new Redirect(leadTo) : renderRefusalPage(message, language, leadTo);
    } catch (thrown) {
      if (!(thrown instanceof FareboxError) || thrown.facts.reason === undefined) throw thrown;
      return renderRefusalPage(thrown.message, language);
    }
  },
});
