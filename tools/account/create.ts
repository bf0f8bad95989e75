import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd, toUsdText } from '../../src/lib/money.ts';
import { nameSchema } from './_shared.ts';

export default defineTool({
  title: 'Create an account',
  description:
    'Create a prepaid account and its API key, with a welcome balance. The key is shown once, in this answer only.',
  keywords: 'sign up, register, get an api key, アカウント作成, 登録, 注册, 开户',
  route: 'POST /api/proxy/account/create',
  access: 'public',
  effect: 'write',
  mcpLists: ['free'],
  secret: true,
  input: z.object({
    name: nameSchema('Name of the account, 1 to 100 characters, for example the name of your agent.'),
    mode: z
      .enum(['live', 'test'])
      .optional()
      .describe('test: play money and sandbox answers; live: real tools. Default: what this server is set up for.'),
  }),
  output: z.object({
    apiKey: z.string().describe('The API key. Keep it: it cannot be shown again.'),
    agentId: z.string().describe('Id of the account.'),
    balance: z.number().describe('Balance in USD.'),
    mode: z.enum(['live', 'test']).describe('Whether the account pays with real or with test money.'),
    message: z.string().describe('What to know about the new account.'),
  }),
  examples: [{ name: 'My agent' }, { name: 'My test agent', mode: 'test' }],
  async run({ name, mode }, ctx) {
    const {
      apiKey,
      agentId,
      balanceMicros,
      mode: keyMode,
    } = await ctx.services.accounts.create(mode ? { name, mode } : { name }, ctx.principal.ip);
    const keep = 'Keep the API key, it is shown only now, and send it as "Authorization: Bearer <API_KEY>".';
    const money =
      balanceMicros > 0
        ? `The account starts with ${toUsdText(balanceMicros)} USD.`
        : 'The welcome budget of this server is used up for today, so the account starts at 0 USD; a deposit fills it.';
    const play = keyMode === 'test' ? ' It is a test account: play money, answers from the sandbox.' : '';
    return { apiKey, agentId, balance: toUsd(balanceMicros), mode: keyMode, message: `${money}${play} ${keep}` };
  },
});
