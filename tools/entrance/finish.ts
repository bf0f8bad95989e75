import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import oidc from '../../src/providers/oidc.ts';
import { bindingField, formatInvited, signBrowserIn, signedInOutput } from './_shared.ts';

export default defineTool({
  title: 'Finish sign-in with an identity provider',
  description: 'Signs in a person who returns from the identity provider and redeems their invite, if any.',
  route: 'POST /claw/finish',
  effect: 'write',
  secret: true,
  answerHeaders: ['Set-Cookie'],
  uses: [oidc],
  input: z.object({
    answer: z.string().min(1).max(8_000).describe('Query string that the provider returned to the callback.'),
    binding: bindingField,
  }),
  output: signedInOutput,
  examples: [{ answer: 'code=abc&state=def', binding: 'a-secret-of-this-browser-of-32-bytes-or-more' }],
  async run(input, ctx) {
    const session = await ctx.services.invites.finish(input, ctx);
    await signBrowserIn(ctx, session.token);
    return formatInvited(session);
  },
});
