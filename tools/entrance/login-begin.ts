import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import oidc from '../../src/providers/oidc.ts';
import { bindingField } from './_shared.ts';

export default defineTool({
  title: 'Start sign-in with an identity provider',
  description: 'Returns the OpenID Connect sign-in URL for a person with an account or permission to open one.',
  route: 'POST /login/begin',
  effect: 'write',
  secret: true,
  uses: [oidc],
  input: z.object({ binding: bindingField }),
  output: z.object({ url: z.string().describe('URL of the sign-in page of the provider.') }),
  examples: [{ binding: 'a-secret-of-this-browser-of-32-bytes-or-more' }],
  async run({ binding }, ctx) {
    return { url: await ctx.services.invites.begin({ binding }, ctx) };
  },
});
