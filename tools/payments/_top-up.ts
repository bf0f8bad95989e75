/** Shared by the operations on automatic top-ups: the account, who may change it, and how it is shown. */
import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { createReasonError } from '../../src/kernel/errors/reasons.ts';
import type { Mode } from '../../src/kernel/principal.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import { depositAmounts } from '../../src/ledger/payments/payments-types.ts';
import type { TopUpStatus } from '../../src/ledger/payments/top-ups/top-ups.ts';
import { toUsd } from '../../src/lib/money.ts';

export const MONTHLY_USD_MAX = 10_000;

export const modeField = z
  .enum(['live', 'test'])
  .optional()
  .describe('Account of the company, for sessions only. Default: live.');

export const thresholdField = z
  .number()
  .min(0)
  .max(Math.max(...depositAmounts))
  .describe('The card is charged when the balance falls below this, in USD; at most the amount.');
export const amountField = z.literal(depositAmounts).describe('Amount of each charge in USD: 5, 10, 25 or 50.');
export const monthlyLimitField = z
  .number()
  .min(0)
  .max(MONTHLY_USD_MAX)
  .describe('The most that is charged in a calendar month (UTC), in USD; at least the amount.');

export const statusOutput = z.object({
  state: z.enum(['off', 'on', 'paused']).describe('`paused`: a charge failed; see `reason`.'),
  reason: z
    .enum(['declined', 'requires_action', 'failed'])
    .nullable()
    .describe(
      'Cause of the pause: the card was declined, its bank wants its owner to approve, or the charge failed otherwise.',
    ),
  payUrl: z.string().nullable().describe('Page to pay the amount by hand while it is paused.'),
  card: z
    .object({
      brand: z.string().describe('Card network, such as visa.'),
      last4: z.string().describe('Last four digits.'),
      expires: z.string().describe('Last month in which it is valid, YYYY-MM.'),
    })
    .nullable()
    .describe('The saved card; `null` without one.'),
  threshold: thresholdField,
  amount: amountField,
  monthlyLimit: monthlyLimitField,
  chargedThisMonth: z.number().describe('Charged or being charged this month (UTC), in USD.'),
  isCharging: z.boolean().describe('`true` while a charge is not confirmed yet.'),
  isAvailable: z.boolean().describe('`false` where this server can’t charge cards.'),
});

const DEFAULTS = { threshold: 5, amount: 10, monthlyLimit: 50 } as const;
const cardShape = statusOutput.shape.card.unwrap();

export function formatStatus({ row, spentMicros, payUrl, isAvailable }: TopUpStatus): z.input<typeof statusOutput> {
  const amount = depositAmounts.find((one) => row && one === toUsd(row.amount)) ?? DEFAULTS.amount;
  return {
    state: row?.state ?? 'off',
    ...{ reason: row?.state === 'paused' ? row.reason : null, payUrl },
    card: row?.card ? cardShape.parse(JSON.parse(row.card)) : null,
    threshold: row ? toUsd(row.threshold) : DEFAULTS.threshold,
    monthlyLimit: row ? toUsd(row.monthly_limit) : DEFAULTS.monthlyLimit,
    ...{ amount, chargedThisMonth: toUsd(spentMicros), isAvailable },
    isCharging: row != null && row.pending_id !== null,
  };
}

interface Payer {
  accountId: string;
  mode: Mode;
  /** Who asks, for the audit log. */
  actor: string;
}

/** Behind `key-owner`: the account of the root key, or of the company of a session. */
export async function findPayer({ principal, services }: CallContext, mode?: Mode): Promise<Payer> {
  if (principal.kind === 'session') {
    const shown = mode ?? 'live';
    const accountId = await services.identity.findAccountId(principal.companyId, shown);
    return { accountId, mode: shown, actor: principal.email };
  }
  if (principal.kind !== 'account') throw new FareboxError('UNAUTHENTICATED');
  if (mode === undefined || mode === principal.mode)
    return { accountId: principal.accountId, mode: principal.mode, actor: principal.accountId };
  throw createInvalidInputError([{ path: 'mode', message: `This is the key of a ${principal.mode} account` }]);
}

/** The same for what spends a company's money: its admins alone. */
export async function findOwner(ctx: CallContext, mode?: Mode): Promise<Payer> {
  if (ctx.member && ctx.member.role !== 'admin') throw createReasonError('admin_required');
  return await findPayer(ctx, mode);
}
