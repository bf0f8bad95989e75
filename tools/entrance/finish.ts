import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import oidc from '../../src/providers/oidc.ts';
import { bindingField, formatInvited, signBrowserIn, signedInOutput } from './_shared.ts';

export default defineTool({
  title: 'Finish a sign-in elsewhere',
  description:
    'Signs in whoever comes back from the sign-in provider, and uses the invite that they went with, if they had one.',
  route: 'POST /claw/finish',
  effect: 'write',
  secret: true,
  answerHeaders: ['Set-Cookie'],
  uses: [oidc],
  input: z.object({
    answer: z.string().min(1).max(8_000).describe('The query that the provider has sent the browser back with.'),
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
