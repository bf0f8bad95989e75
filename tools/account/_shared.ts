/** What several account tools need: the caller's account, and caps as callers write them. */
import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors.ts';
import { fromUsd, MICROS_PER_GRANT_MAX, toUsd } from '../../src/kernel/money.ts';
import type { AccountPrincipal, Caps, Principal } from '../../src/kernel/principal.ts';
import type { SubKey } from '../../src/ledger/accounts-types.ts';

/** Every tool here but account creation is behind `access: 'key'`, so the principal is an account. */
export function accountOf(principal: Principal): AccountPrincipal {
  if (principal.kind !== 'account') throw new FareboxError('UNAUTHENTICATED');
  return principal;
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

const capUsd = (about: string) =>
  z.number().min(0).max(toUsd(MICROS_PER_GRANT_MAX)).optional().describe(`${about}, in USD. Absent: no such limit.`);

export const capsInput = z
  .object({
    total: capUsd('The most this key may spend in all'),
    perDay: capUsd('The most this key may spend in one UTC day'),
    perCall: capUsd('The highest price of one call'),
    tools: z
      .array(z.string().min(1).max(100))
      .max(200)
      .optional()
      .describe('Names of the only tools this key may call. Absent: all tools.'),
  })
  .describe('Limits of this key, checked inside every charge.');

export const capsOutput = z
  .object({
    total: z.number().optional().describe('The most this key may spend in all, in USD.'),
    perDay: z.number().optional().describe('The most this key may spend in one UTC day, in USD.'),
    perCall: z.number().optional().describe('The highest price of one call, in USD.'),
    tools: z.array(z.string()).optional().describe('The only tools this key may call.'),
  })
  .describe('Limits of the key; absent members do not limit.');

export function capsFromUsd(caps: z.output<typeof capsInput>, tools: readonly string[] | undefined): Caps {
  return {
    ...(caps.total === undefined ? {} : { totalMicros: fromUsd(caps.total) }),
    ...(caps.perDay === undefined ? {} : { perDayMicros: fromUsd(caps.perDay) }),
    ...(caps.perCall === undefined ? {} : { perCallMicros: fromUsd(caps.perCall) }),
    ...(tools === undefined ? {} : { tools }),
  };
}

export function capsToUsd(caps: Caps): z.input<typeof capsOutput> {
  return {
    ...(caps.totalMicros === undefined ? {} : { total: toUsd(caps.totalMicros) }),
    ...(caps.perDayMicros === undefined ? {} : { perDay: toUsd(caps.perDayMicros) }),
    ...(caps.perCallMicros === undefined ? {} : { perCall: toUsd(caps.perCallMicros) }),
    ...(caps.tools === undefined ? {} : { tools: [...caps.tools] }),
  };
}

export const hasCaps = (caps: Caps): boolean => Object.values(caps).some((cap) => cap !== undefined);

export const subKeyOutput = z.object({
  id: z.string().describe('Names the key in DELETE /api/account/keys/{id}.'),
  name: z.string().describe('The name given at its creation.'),
  last4: z.string().describe('The last four characters of the key, to recognise it.'),
  caps: capsOutput.optional(),
  spent: z.number().describe('Charges less refunds of this key, in USD.'),
  status: z.enum(['active', 'revoked', 'expired']).describe('Only an active key works.'),
  createdAt: z.string().describe('ISO 8601 UTC.'),
  expiresAt: z.string().nullable().describe('ISO 8601 UTC; null when it does not expire.'),
  revokedAt: z.string().nullable().describe('ISO 8601 UTC; null when it has not been revoked.'),
});

export function subKeyJson(key: SubKey): z.input<typeof subKeyOutput> {
  const { id, name, last4, caps, spentMicros, status, createdAt, expiresAt, revokedAt } = key;
  return {
    id,
    name,
    last4,
    ...(hasCaps(caps) ? { caps: capsToUsd(caps) } : {}),
    spent: toUsd(spentMicros),
    status,
    createdAt,
    expiresAt,
    revokedAt,
  };
}
