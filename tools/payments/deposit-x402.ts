import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { walletDepositUsd } from '../../src/ledger/payments/payments-types.ts';
import { fromUsd, toUsd } from '../../src/lib/money.ts';
import x402 from '../../src/providers/x402.ts';

export default defineTool({
  title: 'Deposit by wallet',
  description:
    'Top up the account of this key with a payment by x402 or the scheme Payment. Without a payment, the 402 response states what to sign. Use `payment-checkout` for a deposit by card.',
  keywords:
    'top up with USDC, deposit by wallet, crypto deposit, stablecoin top-up, add funds by x402, ウォレットで入金, USDCでチャージ, 钱包充值, 用 USDC 充值',
  route: 'POST /api/account/deposits/x402',
  access: 'key',
  effect: 'write',
  uses: [x402],
  openWhenSuspended: true,
  failsWith: ['PAYMENT_REQUIRED', 'PAYMENT_UNAVAILABLE', 'IN_PROGRESS', 'TOOL_UNAVAILABLE'],
  input: z.object({
    amount: z
      .number()
      .min(walletDepositUsd.min)
      .max(walletDepositUsd.max)
      .describe('Amount in USD, up to six decimals, e.g. 5.'),
  }),
  output: z.object({
    amount: z.number().describe('Amount credited to the account in USD.'),
    depositId: z.string().describe('ID of the wallet payment.'),
  }),
  examples: [{ amount: 5 }],
  walletDeposit: ({ amount }) => fromUsd(amount),
  run: async ({ amount }, { callId: depositId }) => ({ amount: toUsd(fromUsd(amount)), depositId }),
});
