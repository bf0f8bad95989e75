/** The keys of an account as both halves show them: one object, with the names of either. */
import { z } from 'zod';
import type { Mode, Role } from '../../kernel/principal.ts';
import type { SubKey } from '../../ledger/accounts/accounts-types.ts';
import { capsOutput, formatUsdCaps, hasCaps } from '../../ledger/keys/caps-json.ts';
import { buildKeyPrefix } from '../../ledger/keys/keys.ts';
import { toUsd } from '../../lib/money.ts';
import { formatZonedTime } from '../../lib/zoned-time.ts';

export interface ShownKey {
  key: SubKey;
  mode: Mode;
  /** What the company that owns the account knows of it; null where none does. */
  company: { number: number; kind: 'key' | 'root' | 'oauth'; role: Role; createdBy: string | null } | null;
}

const time = (about: string) => z.string().describe(`${about} ISO 8601 in the service’s zone.`);
const timeOrNull = (about: string) => z.string().nullable().describe(`${about} ISO 8601; null when there is none.`);
const utcOrNull = z.string().nullable().describe('The same in UTC.');

export const keyOutput = z.object({
  id: z
    .union([z.number().int(), z.string()])
    .describe('Names the key where keys are ended: key_id, or keyId on an account without a company.'),
  key_id: z
    .number()
    .int()
    .nullable()
    .describe('The company’s number of the key; null on an account without a company.'),
  keyId: z.string().describe('What calls and reports name the key by; it stays when the key is rotated.'),
  kind: z.enum(['key', 'root', 'oauth']).describe('oauth: granted to a client.'),
  mode: z.enum(['live', 'test']).describe('Whether the account pays with real or with test money.'),
  name: z.string().describe('As it was given.'),
  prefix: z.string().describe('How the key begins.'),
  last4: z.string().describe('How it ends; empty for a client’s access.'),
  client: z.string().optional().describe('The OAuth client that was given access; absent for a key of yours.'),
  role: z
    .enum(['admin', 'member'])
    .nullable()
    .describe('With which it acts in the company now: that of whoever made it. null without a company.'),
  caps: capsOutput.nullable().describe('Limits of the key; null for none.'),
  spent: z.number().describe('Charges less refunds of this key, in USD.'),
  created_by: z.string().nullable().describe('Address of the member who made it; null when no member did.'),
  created_at: time('When.'),
  createdAt: z.string().describe('The same in UTC.'),
  expires_at: timeOrNull('When it ends by itself.'),
  expiresAt: utcOrNull,
  last_used_at: timeOrNull('When it last paid for a call.'),
  lastUsedAt: utcOrNull,
  revoked_at: timeOrNull('When it was ended or replaced.'),
  revokedAt: utcOrNull,
  status: z.enum(['active', 'revoked', 'expired']).describe('Only an active key works.'),
});

/** A new key with its secret. */
export const newKeyOutput = keyOutput.extend({
  key: z.string().describe('The key. Keep it: it cannot be shown again.'),
  apiKey: z.string().describe('The same.'),
});

export const endedKeyOutput = z.object({
  ok: z.literal(true).describe('The key has ended.'),
  id: keyOutput.shape.id,
  key_id: keyOutput.shape.key_id,
  keyId: keyOutput.shape.keyId,
  revoked_at: time('When.'),
  revokedAt: z.string().describe('The same in UTC.'),
});

export function formatKey({ key, mode, company }: ShownKey, zone: string): z.input<typeof keyOutput> {
  const { id, name, clientId, last4, caps, spentMicros, createdAt, expiresAt, lastPaidAt, revokedAt, status } = key;
  const toZone = (at: string | null): string | null => (at === null ? null : formatZonedTime(Date.parse(at), zone));
  return {
    id: company?.number ?? id,
    key_id: company?.number ?? null,
    keyId: id,
    kind: company?.kind ?? (clientId === null ? 'key' : 'oauth'),
    mode,
    name,
    prefix: buildKeyPrefix(mode),
    last4,
    ...(clientId === null ? {} : { client: clientId }),
    role: company?.role ?? null,
    caps: hasCaps(caps) ? formatUsdCaps(caps) : null,
    spent: toUsd(spentMicros),
    created_by: company?.createdBy ?? null,
    created_at: formatZonedTime(Date.parse(createdAt), zone),
    createdAt,
    expires_at: toZone(expiresAt),
    expiresAt,
    last_used_at: toZone(lastPaidAt),
    lastUsedAt: lastPaidAt,
    revoked_at: toZone(revokedAt),
    revokedAt,
    status,
  };
}

export function formatEndedKey(
  { keyId, number, revokedAt }: { keyId: string; number: number | null; revokedAt: string },
  zone: string,
): z.input<typeof endedKeyOutput> {
  return {
    ok: true,
    id: number ?? keyId,
    key_id: number,
    keyId,
    revoked_at: formatZonedTime(Date.parse(revokedAt), zone),
    revokedAt,
  };
}
