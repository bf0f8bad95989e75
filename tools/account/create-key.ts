import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool.ts';
import { capsInput, parseUsdCaps } from '../../src/ledger/caps-json.ts';
import { formatSubKey, nameSchema, requireAccount, subKeyOutput } from './_shared.ts';

export default defineTool({
  title: 'Create a sub-key',
  description:
    'Make a further API key of this account, with caps of its own, to hand to another agent. Needs the root key; on the account of a company, the session of a member. The new key is shown once.',
  keywords: 'api key, sub-key, token, 鍵, キーを作, 密钥',
  route: 'POST /api/account/keys',
  access: 'key-maker',
  effect: 'write',
  secret: true,
  input: z.strictObject({
    name: nameSchema('What the key is for, 1 to 100 characters.'),
    caps: capsInput.optional(),
    expiresAt: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('When the key ends by itself, ISO 8601, in the future. Absent: never.'),
  }),
  output: subKeyOutput.extend({ apiKey: z.string().describe('The key. Keep it: it cannot be shown again.') }),
  examples: [
    { name: 'Research agent', caps: { perDay: 0.5, tools: ['search-ai', 'smart-translate'] } },
    { name: 'Summer intern', caps: { total: 5, perCall: 0.01 }, expiresAt: '2099-09-30T00:00:00Z' },
  ],
  async run({ name, caps = {}, expiresAt }, ctx) {
    const key = { name, caps: parseUsdCaps(caps, ctx.registry), ...(expiresAt === undefined ? {} : { expiresAt }) };
    const { principal, member } = ctx;
    if (principal.kind === 'session' && member) {
      const made = await ctx.services.identity.createKey({ principal, member }, key);
      return { ...formatSubKey(made.subKey), apiKey: made.key };
    }
    const made = await ctx.services.accounts.createKey(requireAccount(principal), key);
    return { ...formatSubKey(made), apiKey: made.apiKey };
  },
});
