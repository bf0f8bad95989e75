import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import oidc from '../../src/providers/oidc.ts';
import { bindingField, inviteField } from './_shared.ts';

export default defineTool({
  title: 'Start sign-in with an identity provider and an invite',
  description: 'Returns the OpenID Connect sign-in URL for a person with an invite.',
  route: 'POST /claw/begin',
  effect: 'write',
  secret: true,
  uses: [oidc],
  input: z.object({ invite: inviteField, binding: bindingField }),
  output: z.object({ url: z.string().describe('URL of the sign-in page of the provider.') }),
  examples: [{ invite: '0123456789abcdefABCDEF', binding: 'a-secret-of-this-browser-of-32-bytes-or-more' }],
  async run({ invite, binding }, ctx) {
    return { url: await ctx.services.invites.begin({ code: invite, binding }, ctx) };
  },
});
