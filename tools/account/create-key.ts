import { z } from 'zod';
import { formatKey, newKeyOutput } from '../../src/identity/keys/key-output.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { capsInput, parseUsdCaps } from '../../src/ledger/keys/caps-json.ts';
import { assertOwnMode, findCompanyCaller, nameSchema, requireAccount, toShownKey } from './_shared.ts';

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
    mode: z
      .enum(['live', 'test'])
      .optional()
      .describe(
        'Of which account of the company: test for play money and sandbox answers. Default: live; with a root key the account that it opens.',
      ),
  }),
  output: newKeyOutput,
  examples: [
    { name: 'Research agent', caps: { perDay: 0.5, tools: ['search-ai', 'smart-translate'] } },
    { name: 'Summer intern', caps: { total: 5, perCall: 0.01 }, expiresAt: '2099-09-30T00:00:00Z' },
  ],
  async run({ name, caps = {}, expiresAt, mode }, ctx) {
    const { services, server } = ctx;
    const key = { name, caps: parseUsdCaps(caps, ctx.registry), ...(expiresAt === undefined ? {} : { expiresAt }) };
    const company = findCompanyCaller(ctx);
    if (company) {
      const newKey = await services.identity.createKey(company, { ...key, mode: mode ?? 'live' });
      return { ...formatKey(newKey.shown, server.timeZone), key: newKey.key, apiKey: newKey.key };
    }
    const principal = requireAccount(ctx.principal);
    assertOwnMode(principal, mode);
    const { apiKey, ...made } = await services.accounts.createKey(principal, key);
    return { ...formatKey(toShownKey(made, principal.mode), server.timeZone), key: apiKey, apiKey };
  },
});
