/** Fields of a deposit, for its owner and for operators. */
import { z } from 'zod';
import { toUsd } from '../lib/money.ts';
import type { ListedDeposit } from './reads.ts';

export const depositFields = {
  depositId: z.string().describe('ID of the transaction (tr_…).'),
  amount: z.number().describe('Amount in USD.'),
  source: z.enum(['card', 'welcome', 'grant', 'reward', 'wallet']).describe('`card` deposits have a receipt.'),
  wallet: z
    .object({
      network: z.string().describe('Network as CAIP-2, such as eip155:8453.'),
      payer: z.string().describe('Address of the wallet in lower case.'),
      transaction: z.string().nullable().describe('Hash of the transaction.'),
      callId: z.string().nullable().describe('ID of the call that it paid for; `null` for a top-up.'),
    })
    .nullable()
    .describe('Payment by a wallet; `null` for other sources.'),
  at: z.string().describe('ISO 8601 timestamp in UTC.'),
};

export const formatDeposit = ({ transfer_id, amount, source, at, ...row }: ListedDeposit) => ({
  ...{ depositId: transfer_id, amount: toUsd(amount), source, at: new Date(at).toISOString() },
  wallet:
    row.network === null || row.payer === null
      ? null
      : { network: row.network, payer: row.payer, transaction: row.transaction_hash, callId: row.call_id },
});
