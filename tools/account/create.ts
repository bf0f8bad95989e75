import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd, toUsdText } from '../../src/lib/money.ts';
import { nameSchema } from './_shared.ts';

export default defineTool({
  title: 'Create an account',
  description:
    'Create a prepaid account with an API key and a welcome balance. The key is shown only in this response. To replace the key of an existing account use `account-rotate-key`.',
  keywords:
    'sign up, register, new account, open an account, create an account, get an api key, アカウント作成, 登録, 注册, 开户',
  route: 'POST /api/proxy/account/create',
  access: 'public',
  effect: 'write',
  mcpLists: ['free'],
  secret: true,
  input: z.object({
    name: nameSchema('Name of the account, 1 to 100 characters, e.g. the name of your agent.'),
    mode: z
      .enum(['live', 'test'])
      .optional()
      .describe('live: real money and providers; test: test credit and the sandbox. Default: set by the server.'),
  }),
  output: z.object({
    apiKey: z.string().describe('API key, shown only once. Store it now.'),
    agentId: z.string().describe('ID of the account.'),
    balance: z.number().describe('Current balance in USD.'),
    mode: z.enum(['live', 'test']).describe('live: real money and live providers; test: test credit and the sandbox.'),
    message: z.string().describe('Notes on the new account and how to use the key.'),
  }),
  examples: [{ name: 'My agent' }, { name: 'My test agent', mode: 'test' }],
  async run({ name, mode }, ctx) {
    const {
      apiKey,
      agentId,
      balanceMicros,
      mode: keyMode,
    } = await ctx.services.accounts.create(mode ? { name, mode } : { name }, ctx.principal);
    const keep = 'Store the API key now, it is not shown again. Send it as "Authorization: Bearer <API_KEY>".';
    const money =
      balanceMicros > 0
        ? `The account starts with ${toUsdText(balanceMicros)} USD.`
        : 'This server has used up its welcome budget for today, so the account starts at 0 USD. Make a deposit to use paid tools.';
    const play =
      keyMode === 'test' ? ' It is a test account: it pays with test credit and gets responses from the sandbox.' : '';
    return { apiKey, agentId, balance: toUsd(balanceMicros), mode: keyMode, message: `${money}${play} ${keep}` };
  },
});
