/** What several account tools need: the caller's account, and keys as callers see them. */
import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors.ts';
import { toUsd } from '../../src/kernel/money.ts';
import type { AccountPrincipal, Principal } from '../../src/kernel/principal.ts';
import type { KeyOwner, SubKey } from '../../src/ledger/accounts-types.ts';
import { capsOutput, formatUsdCaps, hasCaps } from '../../src/ledger/caps-json.ts';

/** Every tool here but account creation is behind `access: 'key'`, so the principal is an account. */
export function requireAccount(principal: Principal): AccountPrincipal {
  if (principal.kind !== 'account') throw new FareboxError('UNAUTHENTICATED');
  return principal;
}

/** Behind `key-owner`: a key that manages the others, or the session of a member of the account's company. */
export function requireOwner(principal: Principal): KeyOwner {
  return principal.kind === 'session' ? principal : requireAccount(principal);
}

const NAME_CHARS_MAX = 100;

/** 1–100 characters (code points) after trimming, printable ones only. */
export function nameSchema(about: string) {
  const fits = (name: string): boolean =>
    name.length > 0 && name.length <= 2 * NAME_CHARS_MAX && [...name].length <= NAME_CHARS_MAX;
  return z
    .string()
    .trim()
    .refine(fits, `Give 1 to ${NAME_CHARS_MAX} characters`)
    .refine((name) => !/[\p{Cc}\p{Cs}]/u.test(name), 'No control characters')
    .meta({ minLength: 1, maxLength: NAME_CHARS_MAX })
    .describe(about);
}

export const subKeyOutput = z.object({
  id: z.string().describe('Names the key, for account-delete-key.'),
  name: z.string().describe('The name given at its creation.'),
  last4: z.string().describe('The last four characters of the key, to recognise it; empty for a client’s access.'),
  client: z.string().optional().describe('The OAuth client that was given access; absent for a key of yours.'),
  caps: capsOutput.optional(),
  spent: z.number().describe('Charges less refunds of this key, in USD.'),
  status: z.enum(['active', 'revoked', 'expired']).describe('Only an active key works.'),
  createdAt: z.string().describe('ISO 8601 UTC.'),
  expiresAt: z.string().nullable().describe('ISO 8601 UTC; null when it does not expire.'),
  revokedAt: z.string().nullable().describe('ISO 8601 UTC; null when it has not been revoked.'),
});

export function formatSubKey(key: SubKey): z.input<typeof subKeyOutput> {
  const { id, name, last4, clientId, caps, spentMicros, status, createdAt, expiresAt, revokedAt } = key;
  return {
    id,
    name,
    last4,
    ...(clientId === null ? {} : { client: clientId }),
    ...(hasCaps(caps) ? { caps: formatUsdCaps(caps) } : {}),
    spent: toUsd(spentMicros),
    status,
    createdAt,
    expiresAt,
    revokedAt,
  };
}
