import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findWalletOf } from '../../src/ledger/wallets/payment-queries.ts';
import { toUsd } from '../../src/lib/money.ts';
import { modeField, requireReader } from './_shared.ts';

export default defineTool({
  title: 'Balance summary',
  description:
    'Get the balance, status, number of paid calls and total spending of this account. For the remaining calls of each tool use `account-balance`.',
  keywords: 'money left, total spent, funds, 残高, 余额',
  route: 'GET /api/account/balance',
  access: 'account-reader',
  effect: 'read',
  openWhenSuspended: true,
  input: z.object({ mode: modeField }),
  output: z.object({
    agentId: z.string().describe('ID of the account.'),
    status: z.enum(['active', 'suspended', 'closed']).describe('Account status; only active accounts can call tools.'),
    balance: z.number().describe('Current balance in USD.'),
    callCount: z.number().int().describe('Number of paid calls; with a sub-key, only its own.'),
    totalSpent: z.number().describe('Charges minus refunds in USD; with a sub-key, only its own.'),
    wallet: z
      .object({
        network: z.string().describe('Network as CAIP-2, such as eip155:8453.'),
        address: z.string().describe('Address in lower case.'),
      })
      .optional()
      .describe('Wallet whose payments made this account; its calls are paid by the wallet, not from the balance.'),
  }),
  examples: [{}],
  async run({ mode }, ctx) {
    const { accounts, database } = ctx.services;
    const summary = await accounts.readSummary(await requireReader(ctx, mode));
    const { agentId, status, balanceMicros, callCount, totalSpentMicros } = summary;
    const wallet = await findWalletOf(database.db, agentId);
    return {
      ...{ agentId, status, balance: toUsd(balanceMicros), callCount, totalSpent: toUsd(totalSpentMicros) },
      ...(wallet ? { wallet } : {}),
    };
  },
});
