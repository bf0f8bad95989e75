/** What the operations on one account share. */
import { z } from 'zod';
import { fromUsd, MICROS_PER_GRANT_MAX, type Micros, toUsd } from '../../src/lib/money.ts';

export const agentId = z.string().min(1).max(64).describe('Id of the account (agt_…).');

export const reason = z.string().max(500).describe('Why; kept with the transfer and in the audit.');

/** USD up to the largest grant, with at most six decimals. */
export const amountUsd = z
  .number()
  .min(0)
  .max(toUsd(MICROS_PER_GRANT_MAX))
  .refine((amount) => toUsd(fromUsd(amount)) === amount, 'Input should have at most 6 decimals');

export const toMicros = (amount: number): Micros => fromUsd(amount);

export const statusOutput = z.object({
  agentId: z.string().describe('Id of the account.'),
  status: z.enum(['active', 'suspended']).describe('What it is now.'),
  changed: z.boolean().describe('False when it was so already.'),
});
