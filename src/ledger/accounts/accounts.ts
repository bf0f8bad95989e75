/** Accounts, keys and receipts as tools use them: `ctx.services.accounts`. Rules: money.md §7, §9, §11, decisions.md §3. */

import ipaddr from 'ipaddr.js';
import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Limiter } from '../../kernel/ports.ts';
import type { AccountPrincipal, Mode } from '../../kernel/principal.ts';
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
  /** `ACCOUNT_CREATE_PER_HOUR` and IP prefix. */
  createPerHour: number;
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
    create: (request, ip) => createAccount(deps, request, ip),
    prepareOpening: (ip) => prepareOpening(deps, ip),
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
  ip: string,
): Promise<CreatedAccount> {
  const opening = await prepareOpening(deps, ip);
  const mode = request.mode ?? deps.accountMode;
  const { apiKey, stored } = mintKey(mode);
  const account = { ...opening, name: request.name, mode, rootKey: stored };
  const { balanceMicros } = await deps.database.write(accountWrites.createAccount, account);
  return { apiKey, agentId: opening.agentId, mode, balanceMicros };
}

/** Takes one of the new accounts that a network may make in an hour. */
async function prepareOpening(deps: AccountsDeps, ip: string): Promise<AccountOpening> {
  const { limiter, createPerHour, welcomeMicrosPerDay, welcomeMicrosPerNetwork } = deps;
  const network = maskAddress(ip);
  const window = await limiter.consume(`create ${network}`, createPerHour, CREATE_WINDOW_SECONDS);
  if (!window.isAllowed) {
    throw new FareboxError('RATE_LIMITED', {
      message: `At most ${createPerHour} accounts an hour can be created from one network.`,
      retryAfterSeconds: window.resetSeconds,
      limit: createPerHour,
    });
  }
  return {
    agentId: generateAgentId(),
    welcomeMicros: WELCOME_MICROS,
    welcomeMicrosPerDay,
    welcomeShare: { network, micros: welcomeMicrosPerNetwork },
  };
}

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
