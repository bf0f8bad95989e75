import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { signBrowserIn } from './_shared.ts';

const KEY_CHARS_MAX = 200;

export default defineTool({
  title: 'Sign a browser in with an API key',
  description: 'Signs a browser in to the dashboard of the account of an API key. The cookie expires with the key.',
  route: 'POST /login/key',
  effect: 'write',
  secret: true,
  answerHeaders: ['Set-Cookie'],
  input: z.object({ apiKey: z.string().min(1).max(KEY_CHARS_MAX).describe('API key of the account.') }),
  output: z.object({
    agentId: z.string().describe('ID of the account.'),
    mode: z.enum(['live', 'test']).describe('live: real money and live providers; test: test credit and the sandbox.'),
  }),
  examples: [{ apiKey: 'fbx_test_0123456789abcdefghijABCDEFGHIJ0123456789abc' }],
  async run({ apiKey }, ctx) {
    const principal = await signBrowserIn(ctx, apiKey.trim());
    if (principal.kind !== 'account') throw new FareboxError('UNAUTHENTICATED');
    return { agentId: principal.accountId, mode: principal.mode };
  },
});
