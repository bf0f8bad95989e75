/** Operators' actions on accounts and invites: `ctx.services.operator`. Each action writes an audit row. */

import type { FinishedWrite } from '../../database/batches/finished-writes.ts';
import { readTimeCursor, writeCursor } from '../../database/cursor.ts';
import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Mode, Principal } from '../../kernel/principal.ts';
import { computeFingerprint, createInvalidInputError } from '../../kernel/tool/input.ts';
import { formatTimestamp, listKeys } from '../../ledger/accounts/account-answers.ts';
import { countPaidOpenCalls, findAccountById } from '../../ledger/accounts/account-queries.ts';
import { maskAddress, mintKey } from '../../ledger/accounts/accounts.ts';
import type { AccountStatus } from '../../ledger/accounts/accounts-types.ts';
import type { GrantOutput } from '../../ledger/accounts/accounts-writes.ts';
import * as accounts from '../../ledger/accounts/accounts-writes.ts';
import type { AuditActor } from '../../ledger/audit.ts';
import { createRandomBase62, createTimeOrderedId, sha256Hex } from '../../lib/ids.ts';
import { parseMailAddress } from '../../lib/mail-address.ts';
import { MICROS_PER_GRANT_MAX, type Micros } from '../../lib/money.ts';
import { unlockAddress } from '../guards/lockout.ts';
import type { NewInvite } from '../invites/invite-types.ts';
import { createInvite } from '../invites/invite-writes.ts';
import { type ListedAccount, listReceivables, searchAccounts } from './operator-reads.ts';
import { buildRecords, type OperatorRecords } from './operator-records.ts';
import { promoteOperator } from './operator-writes.ts';

export interface AccountEntry {
  agentId: string;
  name: string;
  mode: Mode;
  status: AccountStatus;
  balanceMicros: Micros;
  /** What refunds and disputes have left it owing. */
  receivableMicros: Micros;
  totalSpentMicros: Micros;
  callCount: number;
  /** Of the company that owns it. */
  companyId: string | null;
  createdAt: string;
}

export interface Grant {
  agentId: string;
  amountMicros: Micros;
  reason?: string;
  /** Repeats with the same id credit nothing; default: a new id, so each call credits. */
  grantId?: string;
  /** A repeat under the same key gets the first one's answer. */
  idempotencyKey?: string;
}

export interface RekeyedAccount {
  agentId: string;
  /** Shown this once. */
  apiKey: string;
  balanceMicros: Micros;
  /** Sub-keys that live on. */
  subKeys: { id: string; name: string }[];
}

export interface Operator extends OperatorRecords {
  grant(grant: Grant): Promise<FinishedWrite<GrantOutput>>;
  suspend(agentId: string, reason?: string): Promise<{ changed: boolean }>;
  activate(agentId: string, reason?: string): Promise<{ changed: boolean }>;
  /** A new root key; the old one ends. */
  rekey(agentId: string): Promise<RekeyedAccount>;
  /** For `days` from now. */
  invite(invite: { uses: number; days: number; grantMicros: Micros }): Promise<NewInvite>;
  /** An unknown address becomes one at its first sign-in. */
  promote(email: string): Promise<{ email: string; changed: boolean }>;
  /** Ends the lock of an address, or of its network for IPv6, and forgets its failures. */
  unlock(ip: string): Promise<{ address: string; wasLocked: boolean }>;
  /**
   * Newest first. `q`: the whole id, or a part of the name or of the company's name. `limit` 1–200, default 50; a page of
   * a search may hold fewer and still have a next one.
   */
  listAccounts(page?: { q?: string; cursor?: string; limit?: number }): Promise<AccountsPage>;
}

export interface AccountsPage {
  accounts: AccountEntry[];
  nextCursor: string | null;
}

/** Checks that the caller is an operator; throws FORBIDDEN otherwise. */
export type OperatorAs = (principal: Principal) => Operator;

declare module '../../kernel/tool/context.ts' {
  interface Services {
    operator: OperatorAs;
  }
}

type OperatorLedger = Pick<Database, 'db' | 'engine' | 'now' | 'read' | 'write'>;

const PAGE_DEFAULT = 50;
const PAGE_MAX = 200;

/** Whoever has the machine. */
export const commandLine: AuditActor = { actor: 'command line' };

export function openOperator(database: OperatorLedger): OperatorAs {
  return (principal) => buildOperator(database, identifyActor(principal));
}

/** Name of the operator in the audit. Throws FORBIDDEN for anybody else. */
export function identifyActor(principal: Principal): AuditActor {
  const ipPrefix = maskAddress(principal.ip);
  if (principal.kind === 'operator') return { actor: 'ADMIN_TOKEN', ipPrefix };
  if (principal.kind === 'session' && principal.isOperator) return { actor: principal.email, ipPrefix };
  throw new FareboxError('FORBIDDEN');
}

export function buildOperator(database: OperatorLedger, who: AuditActor): Operator {
  return {
    ...buildRecords(database, who),
    grant: (grantSum) => grant(database, who, grantSum),
    suspend: (accountId, reason) =>
      database.write(accounts.setStatus, {
        ...who,
        accountId,
        status: 'suspended',
        ...(reason === undefined ? {} : { reason }),
      }),
    activate: (accountId, reason) =>
      database.write(accounts.setStatus, {
        ...who,
        accountId,
        status: 'active',
        ...(reason === undefined ? {} : { reason }),
      }),
    rekey: (agentId) => rekey(database, who, agentId),
    invite: async ({ uses, days, grantMicros }) => {
      const code = generateInviteCode();
      const row = { id: createTimeOrderedId('inv_'), codeHash: sha256Hex(code), uses, days, grantMicros };
      const { expiresAtMs } = await database.write(createInvite, { ...who, ...row });
      return { code, uses, grantMicros, expiresAt: formatTimestamp(expiresAtMs) };
    },
    promote: (email) => promote(database, who, email),
    unlock: (ip) => unlockAddress(database, ip, who.actor),
    listAccounts: (page = {}) => listAccounts(database, page),
  };
}

/** 22 characters of 62 are 130 bits. */
const generateInviteCode = (): string => createRandomBase62(22);

async function grant(
  database: OperatorLedger,
  who: AuditActor,
  { agentId, amountMicros, reason = '', grantId = createRandomBase62(22), idempotencyKey }: Grant,
): Promise<FinishedWrite<GrantOutput>> {
  if (!Number.isSafeInteger(amountMicros) || amountMicros <= 0 || amountMicros > MICROS_PER_GRANT_MAX) {
    throw createInvalidInputError([
      { path: 'amount', message: 'Must be above 0 and at most 1000000 USD, with up to six decimals' },
    ]);
  }
  const input = { accountId: agentId, amountMicros, reason };
  const write = { ...who, ...input, grantId };
  if (idempotencyKey === undefined) return await database.write(accounts.grant, write);
  const claim = {
    scope: `operator ${who.actor}`,
    key: idempotencyKey,
    fingerprint: computeFingerprint('grant', input),
  };
  return await database.write(accounts.grant, { ...write, claim });
}

async function rekey(database: OperatorLedger, who: AuditActor, agentId: string): Promise<RekeyedAccount> {
  const account = await findAccountById(database.db, agentId);
  if (!account) throw new FareboxError('NOT_FOUND', { message: 'Account not found.' });
  const { apiKey, stored } = mintKey(account.mode);
  const { balanceMicros } = await database.write(accounts.rekey, { ...who, accountId: agentId, newKey: stored });
  const live = (await listKeys(database, agentId)).filter(({ status }) => status === 'active');
  const subKeys = live.map(({ id, name }) => ({ id, name }));
  return { apiKey, agentId, balanceMicros, subKeys };
}

async function promote(
  database: OperatorLedger,
  who: AuditActor,
  text: string,
): Promise<{ email: string; changed: boolean }> {
  const address = parseMailAddress(text);
  if (address === null) throw createInvalidInputError([{ path: 'email', message: 'Must be an email address' }]);
  return await database.write(promoteOperator, { ...who, email: address.address, emailNorm: address.norm });
}

async function listAccounts(
  database: Pick<Database, 'db' | 'engine'>,
  { q, cursor, limit = PAGE_DEFAULT }: { q?: string; cursor?: string; limit?: number },
): Promise<AccountsPage> {
  const { accounts, next } = await searchAccounts(database, {
    limit: Math.min(PAGE_MAX, Math.max(1, Math.floor(limit))),
    ...(q === undefined || q === '' ? {} : { q }),
    ...(cursor === undefined ? {} : { before: readTimeCursor(cursor, /^agt_[0-9A-Za-z]{1,40}$/) }),
  });
  const ids = accounts.map(({ id }) => id);
  const [owed, open] = await Promise.all([
    listReceivables(database.db, accounts),
    countPaidOpenCalls(database.db, ids),
  ]);
  return {
    accounts: accounts.map((row) => buildEntry(row, owed.get(row.id) ?? 0, open.get(row.id) ?? 0)),
    nextCursor: next && writeCursor(next.at, next.id),
  };
}

function buildEntry(row: ListedAccount, receivableMicros: Micros, openCalls: number): AccountEntry {
  return {
    agentId: row.id,
    name: row.name,
    mode: row.mode,
    status: row.status,
    balanceMicros: row.balance,
    receivableMicros,
    totalSpentMicros: row.spent,
    callCount: row.charges_count - row.refunds_count - openCalls,
    companyId: row.company_id,
    createdAt: formatTimestamp(row.created_at),
  };
}
