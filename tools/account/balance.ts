import { z } from 'zod';
import { hasSources } from '../../src/kernel/call/available.ts';
import type { RegisteredTool } from '../../src/kernel/tool/registry.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import type { AccountSummary } from '../../src/ledger/accounts/accounts-types.ts';
import { capsOutput, formatUsdCaps, hasCaps } from '../../src/ledger/keys/caps-json.ts';
import { toUsd } from '../../src/lib/money.ts';
import { modeField, requireReader } from './_shared.ts';

export default defineTool({
  title: 'Balance',
  description: 'Get the balance of this account and how many calls of each tool it still covers.',
  keywords:
    'can i still pay, is my balance enough, money left, credit left, how much money, funds, remaining credit, 残高, 残金, いくら残, 余额, 还剩多少钱',
  route: 'GET /api/proxy/account/balance',
  access: 'account-reader',
  effect: 'read',
  openWhenSuspended: true,
  mcpLists: ['proxy'],
  input: z.object({ mode: modeField }),
  output: z.object({
    agentId: z.string().describe('ID of the account.'),
    status: z.enum(['active', 'suspended', 'closed']).describe('Account status; only active accounts can call tools.'),
    balance: z.number().describe('Current balance in USD.'),
    callCount: z.number().int().describe('Number of paid calls; with a sub-key, only its own.'),
    totalSpent: z.number().describe('Charges minus refunds in USD; with a sub-key, only its own.'),
    availableCalls: z
      .record(z.string(), z.union([z.number().int(), z.literal('unlimited')]))
      .describe(
        'Remaining calls by tool name, after balance and key limits. "unlimited" for free tools, 0 for tools that are not configured.',
      ),
    caps: capsOutput.optional(),
  }),
  examples: [{}],
  async run({ mode }, ctx) {
    const summary = await ctx.services.accounts.readSummary(await requireReader(ctx, mode));
    const { agentId, status, balanceMicros, callCount, totalSpentMicros, caps } = summary;
    // The environment is that of the credential, but the session of a company asks for either of its accounts.
    const isOther = mode === 'test' && ctx.principal.mode === 'live';
    const environment = isOther ? SANDBOX : ctx.environment;
    const canRun = (tool: RegisteredTool): boolean => hasSources(tool, environment);
    const priced = ctx.registry.tools.filter(({ toolset }) => toolset.layer !== null);
    return {
      agentId,
      status,
      balance: toUsd(balanceMicros),
      callCount,
      totalSpent: toUsd(totalSpentMicros),
      availableCalls: Object.fromEntries(
        priced.map((tool) => [tool.name, canRun(tool) ? countCallsLeft(tool, summary) : 0]),
      ),
      ...(hasCaps(caps) ? { caps: formatUsdCaps(caps) } : {}),
    };
  },
});

/** Every provider has a twin there. */
const SANDBOX = { mode: 'test', settings: () => ({}) } as const;

/** Calls that balance and caps leave for one tool, by the rules of the debit. */
function countCallsLeft({ name, priceMicros }: RegisteredTool, summary: AccountSummary): number | 'unlimited' {
  const { balanceMicros, caps, keySpentMicros, keySpentTodayMicros } = summary;
  if (caps.tools && !caps.tools.includes(name)) return 0;
  if (priceMicros === 0) return 'unlimited';
  if (caps.perCallMicros !== undefined && priceMicros > caps.perCallMicros) return 0;
  const left = Math.min(
    balanceMicros,
    (caps.totalMicros ?? Number.POSITIVE_INFINITY) - keySpentMicros,
    (caps.perDayMicros ?? Number.POSITIVE_INFINITY) - keySpentTodayMicros,
  );
  return Math.max(0, Math.floor(left / priceMicros));
}
