/** Finds what happened on watched accounts since their events were last told. */
import { sql } from 'kysely';
import { defineRead } from '../../database/define.ts';
import type { Db } from '../../database/types.ts';
import { findNewestTransfer, walkTransfers } from '../../ledger/accounts/account-queries.ts';
import type { CallRow, RefusedCallRow, TransferRow } from '../../ledger/tables.ts';
import type { AccountWatchRow } from './tables.ts';

/** Of one account, told at once. */
const TRANSFERS_MAX = 100;
const WALK_PORTION = 1_000;
const CALLS_MAX = 100;
const REFUSALS_MAX = 100;
/** Other servers may still be writing refusals of this moment. */
export const REFUSED_LAG_MS = 2_000;

/** Accounts with something new; at most `limit`. */
export async function listNewsworthy(db: Db, nowMs: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT w.account_id FROM account_watches w JOIN accounts a ON a.id = w.account_id
    WHERE a.transfer_seq > w.seq
    OR EXISTS (SELECT 1 FROM watched_calls o JOIN calls c ON c.id = o.call_id WHERE o.account_id = w.account_id)
    OR EXISTS (SELECT 1 FROM refused_calls r WHERE r.account_id = w.account_id AND r.at > w.refused_at
      AND r.at <= ${nowMs - REFUSED_LAG_MS})
    LIMIT ${sql.lit(limit)}`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

export interface AccountNews {
  watch: AccountWatchRow;
  balance: number;
  /** Oldest first. */
  transfers: TransferRow[];
  /** Calls that have ended: of those transfers, and those that were running before. */
  ended: CallRow[];
  refused: RefusedCallRow[];
  /** Refused calls up to this moment are among them. */
  refusedTo: number;
}

export const readAccountNews = defineRead(
  'webhooks.readAccountNews',
  async ({ db, nowMs }, { accountId }: { accountId: string }): Promise<AccountNews | null> => {
    const watch = await db
      .selectFrom('account_watches')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    const account = await db.selectFrom('accounts').select('balance').where('id', '=', accountId).executeTakeFirst();
    if (!watch || !account) return null;
    const transfers = await listTransfersSince(db, watch);
    const refused = await listRefused(db, watch, nowMs - REFUSED_LAG_MS);
    const last = refused.length === REFUSALS_MAX ? refused.at(-1)?.at : undefined;
    const ids = [...transfers.flatMap(({ kind, call_id }) => (kind === 'charge' ? (call_id ?? []) : []))];
    const running = await db
      .selectFrom('watched_calls')
      .select('call_id')
      .where('account_id', '=', accountId)
      .limit(CALLS_MAX)
      .execute();
    const all = [...ids, ...running.map(({ call_id }) => call_id)];
    const ended = all.length === 0 ? [] : await db.selectFrom('calls').selectAll().where('id', 'in', all).execute();
    const refusedTo = last ?? nowMs - REFUSED_LAG_MS;
    return { watch, balance: account.balance, transfers, ended, refused, refusedTo };
  },
);

/** Each transfer names the one before: walked back from the newest one, the oldest are kept. */
async function listTransfersSince(db: Db, { account_id, seq }: AccountWatchRow): Promise<TransferRow[]> {
  const scope = { accountId: account_id, lineage: null };
  let kept: TransferRow[] = [];
  let start = await findNewestTransfer(db, scope);
  while (start !== null) {
    const { rows } = await sql<TransferRow>`${walkTransfers(scope, start, WALK_PORTION)}
      SELECT w.* FROM walk w WHERE w.seq > ${seq}`.execute(db);
    const sorted = rows.sort((a, b) => a.seq - b.seq);
    kept = [...sorted, ...kept].slice(0, TRANSFERS_MAX);
    start = rows.length === WALK_PORTION ? (sorted[0]?.prev ?? null) : null;
  }
  return kept;
}

const listRefused = (db: Db, { account_id, refused_at }: AccountWatchRow, toMs: number): Promise<RefusedCallRow[]> =>
  db
    .selectFrom('refused_calls')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('at', '>', refused_at)
    .where('at', '<=', toMs)
    .orderBy('at')
    .orderBy('id')
    .limit(REFUSALS_MAX)
    .execute();

export const findWatch = (db: Db, accountId: string): Promise<AccountWatchRow | undefined> =>
  db.selectFrom('account_watches').selectAll().where('account_id', '=', accountId).executeTakeFirst();

/** Addresses of those who look after an account; empty for an account without a company. */
export async function listAccountAdmins(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('companies')
    .innerJoin('memberships', 'memberships.company_id', 'companies.id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.email')
    .where('companies.account_id', '=', accountId)
    .where('memberships.role', '=', 'admin')
    .limit(20)
    .execute();
  return rows.map(({ email }) => email);
}
