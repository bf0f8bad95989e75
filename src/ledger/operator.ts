/** What an operator does with accounts: grant, suspend, activate, rekey, look up. Each act leaves an audit row. */
import { FareboxError } from '../kernel/errors.ts';
import { randomBase62 } from '../kernel/ids.ts';
import { invalidInput } from '../kernel/input.ts';
import { MICROS_PER_GRANT_MAX, type Micros } from '../kernel/money.ts';
import type { Mode } from '../kernel/principal.ts';
import { accountById, accountsPage } from '../storage/accounts-store.ts';
import { mintKey } from './accounts.ts';
import type { GrantOutput } from './accounts-operations.ts';
import { isoOfMs } from './accounts-reads.ts';
import type { AccountStatus } from './accounts-types.ts';
import type { LedgerHandle } from './handle.ts';

export interface AccountEntry {
  agentId: string;
  name: string;
  mode: Mode;
  status: AccountStatus;
  balanceMicros: Micros;
  totalSpentMicros: Micros;
  callCount: number;
  createdAt: string;
}

export interface Grant {
  agentId: string;
  amountMicros: Micros;
  reason?: string;
  /** Repeats with the same id credit nothing; default: a new id, so each call credits. */
  grantId?: string;
}

export interface Operator {
  grant(grant: Grant): Promise<GrantOutput>;
  suspend(agentId: string, reason?: string): Promise<{ changed: boolean }>;
  activate(agentId: string, reason?: string): Promise<{ changed: boolean }>;
  /** A new root key, shown this once; the old one ends. */
  rekey(agentId: string): Promise<{ apiKey: string; agentId: string; balanceMicros: Micros }>;
  /** Newest first. `q`: the whole id or a part of the name. `limit` 1–200, default 50. */
  accounts(page?: { q?: string; cursor?: string; limit?: number }): Promise<{
    accounts: AccountEntry[];
    nextCursor: string | null;
  }>;
}

const PAGE_DEFAULT = 50;
const PAGE_MAX = 200;

/** `actor` is who acts, for the audit: `operator`, or the operator's e-mail address. */
export function operatorOf(ledger: Pick<LedgerHandle, 'db' | 'write'>, actor: string): Operator {
  return {
    grant: ({ agentId, amountMicros, reason = '', grantId = randomBase62(22) }) => {
      if (!Number.isSafeInteger(amountMicros) || amountMicros <= 0 || amountMicros > MICROS_PER_GRANT_MAX) {
        throw invalidInput([{ path: 'amount', message: 'Above 0, at most 1000000 USD, at most six decimals' }]);
      }
      return ledger.write('grant', { accountId: agentId, actor, amountMicros, reason, grantId });
    },
    suspend: (accountId, reason) =>
      ledger.write('setStatus', { accountId, actor, status: 'suspended', ...(reason === undefined ? {} : { reason }) }),
    activate: (accountId, reason) =>
      ledger.write('setStatus', { accountId, actor, status: 'active', ...(reason === undefined ? {} : { reason }) }),
    rekey: async (agentId) => {
      const account = await accountById(ledger.db, agentId);
      if (!account) throw new FareboxError('NOT_FOUND', { message: 'There is no account of that id.' });
      const { apiKey, stored } = mintKey(account.mode);
      const { balanceMicros } = await ledger.write('rekey', { accountId: agentId, actor, newKey: stored });
      return { apiKey, agentId, balanceMicros };
    },
    accounts: (page = {}) => listAccounts(ledger, page),
  };
}

async function listAccounts(
  { db }: Pick<LedgerHandle, 'db'>,
  { q, cursor, limit = PAGE_DEFAULT }: { q?: string; cursor?: string; limit?: number },
): Promise<{ accounts: AccountEntry[]; nextCursor: string | null }> {
  const count = Math.min(PAGE_MAX, Math.max(1, Math.floor(limit)));
  const rows = await accountsPage(db, {
    limit: count + 1,
    ...(q === undefined || q === '' ? {} : { q }),
    ...(cursor === undefined ? {} : { before: readCursor(cursor) }),
  });
  const shown = rows.slice(0, count);
  const last = shown.at(-1);
  return {
    accounts: shown.map((row) => ({
      agentId: row.id,
      name: row.name,
      mode: row.mode,
      status: row.status,
      balanceMicros: row.balance,
      totalSpentMicros: row.spent,
      callCount: row.settled_count,
      createdAt: isoOfMs(row.created_at),
    })),
    nextCursor: rows.length > count && last ? Buffer.from(`${last.created_at} ${last.id}`).toString('base64url') : null,
  };
}

function readCursor(cursor: string): { createdAt: number; id: string } {
  const match = /^(\d{1,15}) (agt_[0-9A-Za-z]{1,40})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  const [, createdAt, id] = match ?? [];
  if (createdAt === undefined || id === undefined) {
    throw invalidInput([{ path: 'cursor', message: 'Not a cursor of this list' }]);
  }
  return { createdAt: Number(createdAt), id };
}
