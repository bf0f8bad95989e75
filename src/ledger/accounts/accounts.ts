/** Accounts, keys and receipts as tools use them: `ctx.services.accounts`. Rules: money.md §7, §9, §11, decisions.md §3. */

import ipaddr from 'ipaddr.js';
import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Limiter } from '../../kernel/ports.ts';
import type { AccountPrincipal, Mode, Principal } from '../../kernel/principal.ts';
import { createTimeOrderedId } from '../../lib/ids.ts';
import { type Micros, usd } from '../../lib/money.ts';
import { generateAgentId, generateKey } from '../keys/keys.ts';
import type { StoredKey } from '../keys/keys-writes.ts';
import * as keyWrites from '../keys/keys-writes.ts';
import type { PublicReceiptKey, ReceiptKeys } from '../receipts/receipts.ts';
import { rememberReceiptKey } from '../receipts/receipts-writes.ts';
import * as reads from './account-answers.ts';
import { listReceiptKeys as storedReceiptKeys } from './account-queries.ts';
import type { AccountOpening, Accounts, CreatedAccount, NewSubKey, RotatedKey, SubKey } from './accounts-types.ts';
import * as accountWrites from './accounts-writes.ts';
import { readCallLog } from './call-log.ts';

export const WELCOME_MICROS: Micros = usd('0.25');

const CREATE_WINDOW_SECONDS = 3_600;
const PUBLIC_KEYS_MAX = 200;

export interface AccountsOptions {
  /** `ACCOUNT_MODE`: of accounts created without saying. */
  accountMode: Mode;
  /** `WELCOME_USD_PER_DAY`, over all live accounts, in micro-USD. */
  welcomeMicrosPerDay: Micros;
  /** `WELCOME_USD_PER_NETWORK`: the most of it that accounts of one IP prefix get. */
  welcomeMicrosPerNetwork: Micros;
  /** Of one network, or one signed-in person: `ACCOUNT_CREATE_PER_HOUR`, `TEST_ACCOUNT_CREATE_PER_HOUR` and `SIGNUP_PER_HOUR`. */
  createPerHour: Readonly<Record<Mode | 'sign-up', number>>;
}

export interface AccountsDeps extends AccountsOptions {
  database: Pick<Database, 'db' | 'now' | 'read' | 'write'>;
  limiter: Limiter;
  receiptKeys: ReceiptKeys;
}

/** Opens the service and notes the public key that signs receipts from now on. */
export async function openAccounts(deps: AccountsDeps): Promise<Accounts> {
  const { database, receiptKeys } = deps;
  for (const { kid, x } of receiptKeys.publicKeys) await database.write(rememberReceiptKey, { kid, x });
  return {
    create: (request, caller) => createAccount(deps, request, caller),
    prepareOpening: async (ip, { isInvited }) => {
      if (!isInvited) await countCreation(deps, 'sign-up', `network ${maskAddress(ip)}`);
      return buildOpening(deps, ip);
    },
    readSummary: (reader) => reads.readSummary(database, reader),
    listHistory: (reader, page) => reads.listHistory(database, reader, page),
    listCalls: (reader, request) => readCallLog(database, reader, request),
    readReport: (reader, request) => reads.readReport(database, reader, request),
    rotateKey: (principal, { revokeSubKeys }) => rotateKey(deps, principal, revokeSubKeys),
    createKey: (principal, key) => createKey(deps, principal, key),
    listKeys: ({ accountId }) => reads.listKeys(database, accountId),
    revokeKey: async ({ accountId, keyId }, lineage) => {
      const { revokedAtMs } = await database.write(keyWrites.revokeKey, { accountId, actingKeyId: keyId, lineage });
      return { revokedAt: reads.formatTimestamp(revokedAtMs) };
    },
    readReceipt: (reader, callId) => reads.readReceipt(database, reader, callId),
    signReceipt: (receipt) => receiptKeys.sign(receipt),
    listPublicReceiptKeys: () => listPublicReceiptKeys(deps),
  };
}

/** A fresh key: its secret for the caller, and what is stored of it. */
export function mintKey(mode: Mode): { apiKey: string; stored: StoredKey } {
  const { apiKey, hash, last4 } = generateKey(mode);
  return { apiKey, stored: { id: createTimeOrderedId('key_'), hash, last4 } };
}

async function createAccount(
  deps: AccountsDeps,
  request: { name: string; mode?: Mode },
  caller: Principal,
): Promise<CreatedAccount> {
  const mode = request.mode ?? deps.accountMode;
  // Somebody signed in isn't held up by others of their network.
  const creator = caller.kind === 'session' ? `person ${caller.userId}` : `network ${maskAddress(caller.ip)}`;
  await countCreation(deps, mode, creator);
  const opening = buildOpening(deps, caller.ip);
  const { apiKey, stored } = mintKey(mode);
  const account = { ...opening, name: request.name, mode, rootKey: stored };
  const { balanceMicros } = await deps.database.write(accountWrites.createAccount, account);
  return { apiKey, agentId: opening.agentId, mode, balanceMicros };
}

const creations = { live: 'live accounts', test: 'test accounts', 'sign-up': 'companies' } as const;

async function countCreation(
  { limiter, createPerHour }: AccountsDeps,
  kind: keyof typeof creations,
  creator: string,
): Promise<void> {
  const limit = createPerHour[kind];
  const { isAllowed, resetSeconds } = await limiter.consume(`create-${kind} ${creator}`, limit, CREATE_WINDOW_SECONDS);
  if (isAllowed) return;
  const origin = creator.startsWith('person ') ? 'and person' : 'and network';
  throw new FareboxError('RATE_LIMITED', {
    message: `The limit of ${limit} new ${creations[kind]} per hour ${origin} is reached.`,
    retryAfterSeconds: resetSeconds,
    limit,
  });
}

const buildOpening = ({ welcomeMicrosPerDay, welcomeMicrosPerNetwork }: AccountsDeps, ip: string): AccountOpening => ({
  agentId: generateAgentId(),
  welcomeMicros: WELCOME_MICROS,
  welcomeMicrosPerDay,
  welcomeShare: { network: maskAddress(ip), micros: welcomeMicrosPerNetwork },
});

/** The network an address counts for: its /24, or /56 for IPv6. */
export function maskAddress(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  const bits = address.kind() === 'ipv4' ? 24 : 56;
  const bytes = address.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}

async function rotateKey(
  { database }: AccountsDeps,
  { accountId, keyId, mode, grant }: AccountPrincipal,
  revokeSubKeys: boolean,
): Promise<RotatedKey> {
  // What a client was given for an hour must not become a key that stays.
  if (grant) throw new FareboxError('FORBIDDEN', { message: 'An OAuth token cannot be rotated.' });
  const { apiKey, stored } = mintKey(mode);
  const rotation = await database.write(keyWrites.rotateKey, { accountId, keyId, newKey: stored, revokeSubKeys });
  const subKeys = rotation.isRoot ? await reads.listKeys(database, accountId) : null;
  return {
    apiKey,
    agentId: accountId,
    balanceMicros: rotation.balanceMicros,
    subKeys: subKeys?.filter(({ status }) => status === 'active') ?? null,
    revokedSubKeys: rotation.revokedSubKeys,
  };
}

async function createKey(
  { database }: AccountsDeps,
  { accountId, keyId, mode }: AccountPrincipal,
  { name, caps, expiresAt }: NewSubKey,
): Promise<SubKey & { apiKey: string }> {
  const { apiKey, stored } = mintKey(mode);
  const row = await database.write(keyWrites.createKey, {
    accountId,
    actingKeyId: keyId,
    newKey: stored,
    name,
    caps,
    expiresAt: expiresAt === undefined ? null : Date.parse(expiresAt),
  });
  return { ...reads.buildSubKey({ ...row, paid_at: null }, row.created_at), apiKey };
}

/** The keys this process knows first, then those that signed in earlier times. */
async function listPublicReceiptKeys({ database, receiptKeys }: AccountsDeps): Promise<PublicReceiptKey[]> {
  const keysById = new Map(receiptKeys.publicKeys.map((key) => [key.kid, key]));
  for (const { kid, x } of await storedReceiptKeys(database.db, PUBLIC_KEYS_MAX)) {
    if (!keysById.has(kid)) keysById.set(kid, { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' });
  }
  return [...keysById.values()];
}
