import { z } from 'zod';
import { formatKey, newKeyOutput } from '../../src/identity/keys/key-output.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { capsInput, parseUsdCaps } from '../../src/ledger/keys/caps-json.ts';
import { assertOwnMode, findCompanyCaller, nameSchema, requireAccount, toShownKey } from './_shared.ts';

export default defineTool({
  title: 'Create a sub-key',
  description:
    'Create an additional API key with its own spending limits, for example for another agent. Requires the root key, or a session on a company account. The key is shown only once.',
  keywords:
    'spending limit, limit spending, limit an agent, budget for an agent, daily limit, restrict a key, api key, sub-key, token, 鍵, キーを作, 密钥',
  route: 'POST /api/account/keys',
  access: 'key-maker',
  effect: 'write',
  secret: true,
  input: z.strictObject({
    name: nameSchema('Purpose of the key, 1 to 100 characters.'),
    caps: capsInput.optional(),
    expiresAt: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('Expiry time, ISO 8601, in the future. Default: never.'),
    mode: z
      .enum(['live', 'test'])
      .optional()
      .describe(
        'Account that the key belongs to: live, or test for the sandbox. Default: live, or the mode of the root key.',
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
