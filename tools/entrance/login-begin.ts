import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import oidc from '../../src/providers/oidc.ts';
import { bindingField } from './_shared.ts';

export default defineTool({
  title: 'Begin to sign in elsewhere, without an invite',
  description: 'Where somebody who has an account already, or may open one, goes to sign in with OpenID Connect.',
  route: 'POST /login/begin',
  effect: 'write',
  secret: true,
  uses: [oidc],
  input: z.object({ binding: bindingField }),
  output: z.object({ url: z.string().describe('The page of the sign-in provider.') }),
  examples: [{ binding: 'a-secret-of-this-browser-of-32-bytes-or-more' }],
  async run({ binding }, ctx) {
    return { url: await ctx.services.invites.begin({ binding }, ctx) };
  },
});
