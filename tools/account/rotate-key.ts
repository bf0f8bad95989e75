import { z } from 'zod';
import { toUsd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import { formatSubKey, requireAccount, subKeyOutput } from './_shared.ts';

export default defineTool({
  title: 'Rotate the API key',
  description:
    'Replace the API key that sends this request by a new one. The old key is invalid at once; balance, history and caps stay. The new key is shown once.',
  keywords: 'renew key, new key, change key, キーを更新, 更换密钥',
  route: 'POST /api/proxy/account/rotate-key',
  effect: 'destroy',
  secret: true,
  input: z.object({
    revokeSubKeys: z
      .boolean()
      .default(false)
      .describe('With the root key: end all sub-keys of the account in the same step.'),
  }),
  output: z.object({
    newApiKey: z.string().describe('The new API key. Keep it: it cannot be shown again.'),
    agentId: z.string().describe('Id of the account.'),
    balance: z.number().describe('Balance in USD, unchanged.'),
    important: z.string().describe('What to do now.'),
    subKeys: z
      .array(subKeyOutput)
      .optional()
      .describe('With the root key: the sub-keys that still work. Rotate or delete those you do not trust.'),
  }),
  examples: [{}, { revokeSubKeys: true }],
  async run(input, ctx) {
    const rotated = await ctx.services.accounts.rotateKey(requireAccount(ctx.principal), input);
    const { apiKey, agentId, balanceMicros, subKeys, revokedSubKeys } = rotated;
    const ended = revokedSubKeys > 0 ? ` Sub-keys ended with it: ${revokedSubKeys}.` : '';
    return {
      newApiKey: apiKey,
      agentId,
      balance: toUsd(balanceMicros),
      important: `The old key is invalid from now on.${ended} Save the new key, it is shown only now. Rotate keys every 30 days.`,
      ...(subKeys ? { subKeys: subKeys.map(formatSubKey) } : {}),
    };
  },
});
