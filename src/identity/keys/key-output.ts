/** Output of account keys, shared by both APIs: one object with the field names of each. */
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

const time = (about: string) => z.string().describe(`${about}, ISO 8601 in the server’s time zone.`);
const timeOrNull = (about: string) =>
  z.string().nullable().describe(`${about}, ISO 8601 in the server’s time zone; null if none.`);
const utc = (about: string) => z.string().describe(`${about}, ISO 8601 in UTC.`);
const utcOrNull = (about: string) => z.string().nullable().describe(`${about}, ISO 8601 in UTC; null if none.`);

export const keyOutput = z.object({
  id: z
    .union([z.number().int(), z.string()])
    .describe('ID for deleting the key: key_id, or keyId on an account without a company.'),
  key_id: z
    .number()
    .int()
    .nullable()
    .describe('Number of the key in the company; null on an account without a company.'),
  keyId: z.string().describe('Stable ID of the key in calls and reports; unchanged when the key is rotated.'),
  kind: z.enum(['key', 'root', 'oauth']).describe('key: API key; root: root key; oauth: access of an OAuth client.'),
  mode: z.enum(['live', 'test']).describe('live: real money and live providers; test: test credit and the sandbox.'),
  name: z.string().describe('Name given at creation.'),
  prefix: z.string().describe('First characters of the key.'),
  last4: z.string().describe('Last four characters of the key; empty for OAuth access.'),
  client: z.string().optional().describe('ID of the OAuth client; only for kind oauth.'),
  role: z
    .enum(['admin', 'member'])
    .nullable()
    .describe('Role of the key, which follows its creator; null without a company.'),
  caps: capsOutput.nullable().describe('Limits of the key; null if it has none.'),
  spent: z.number().describe('Spending of the key in USD, net of refunds.'),
  created_by: z.string().nullable().describe('Email address of the member who created the key; null if no member did.'),
  created_at: time('Creation time'),
  createdAt: utc('Creation time'),
  expires_at: timeOrNull('Expiry time'),
  expiresAt: utcOrNull('Expiry time'),
  last_used_at: timeOrNull('Time of the last paid call'),
  lastUsedAt: utcOrNull('Time of the last paid call'),
  revoked_at: timeOrNull('Time of revocation or replacement'),
  revokedAt: utcOrNull('Time of revocation or replacement'),
  status: z.enum(['active', 'revoked', 'expired']).describe('Status of the key; only active keys work.'),
});

/** A new key with its secret. */
export const newKeyOutput = keyOutput.extend({
  key: z.string().describe('API key, shown only once. Store it now.'),
  apiKey: z.string().describe('Alias of key, kept for compatibility.'),
});

export const endedKeyOutput = z.object({
  ok: z.literal(true).describe('The key was revoked.'),
  id: keyOutput.shape.id,
  key_id: keyOutput.shape.key_id,
  keyId: keyOutput.shape.keyId,
  revoked_at: time('Time of revocation'),
  revokedAt: utc('Time of revocation'),
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
