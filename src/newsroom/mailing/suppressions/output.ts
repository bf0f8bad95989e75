/** Output schema of a suppressed address. */
import { z } from 'zod';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import { parseMailAddress } from '../../../lib/mail-address.ts';
import { formatZonedTime } from '../../../lib/zoned-time.ts';
import { maskEmail } from '../../media/contacts/permission.ts';
import { SUPPRESSION_REASONS, type SuppressionReason } from '../../suppression-list/types.ts';
import type { Suppression } from './list-reads.ts';

export const suppressionOutput = z.object({
  id: z.number().int().describe('Number of the suppression.'),
  suppression_id: z.number().int().describe('Same value as `id`.'),
  address: z
    .string()
    .nullable()
    .describe('Email address, masked unless the caller is an admin of the company; null if it was erased.'),
  scope: z
    .enum(['company', 'global'])
    .describe('company: no email of this company. global: no email of any company here.'),
  reason: z
    .enum(SUPPRESSION_REASONS)
    .describe(
      'Reason for the suppression. complaint, unsubscribed and refused come from the address’s owner and are permanent.',
    ),
  until: z.string().nullable().describe('Time when sending is retried; `null` if never. ISO 8601 with offset.'),
  created_at: z.string().describe('Start of the suppression, ISO 8601 with offset.'),
});

/** `isMasked`: hides the mailbox from whoever isn't an admin of the company. */
export function formatSuppression(row: Suppression, zone: string, isMasked = true): z.input<typeof suppressionOutput> {
  const { id, address_norm, scope, reason, until, created_at } = row;
  return {
    id,
    suppression_id: id,
    address: address_norm !== null && isMasked ? maskEmail(address_norm) : address_norm,
    scope,
    reason,
    until: until === null ? null : formatZonedTime(until, zone),
    created_at: formatZonedTime(created_at, zone),
  };
}

/** Filters for lists of suppressions. */
export const suppressionFilters = {
  email: z.string().nullish().describe('Exact address to search for. Erased addresses are found by their hash.'),
  reason: z
    .string()
    .nullish()
    .describe(`One of ${SUPPRESSION_REASONS.join(', ')}.`),
};

export function readFilters({
  email,
  reason,
}: {
  email?: string | null | undefined;
  reason?: string | null | undefined;
}) {
  const norm = email == null || email === '' ? undefined : (parseMailAddress(email)?.norm ?? '');
  return { norm, reason: reason == null || reason === '' ? undefined : readReason(reason) };
}

/** Throws for what is not a reason. */
export function readReason(text: string): SuppressionReason {
  const match = SUPPRESSION_REASONS.find((reason) => reason === text);
  if (match) return match;
  throw new FareboxError('INVALID_INPUT', { message: `reason must be one of: ${SUPPRESSION_REASONS.join(', ')}` });
}
