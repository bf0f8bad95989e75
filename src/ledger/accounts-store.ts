/** What an account's owner reads: history, usage, keys, receipts. Every query runs along an index. */

import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from '../database/types.ts';
import type { AccountRow, ApiKeyRow, CallRow, PaidKeyRow, ReceiptKeyRow, TransferRow } from './tables.ts';

type Db = Kysely<Tables>;

/** Whose rows: all of the account's, or those of one key and its successors. */
export interface Scope {
  accountId: string;
  lineage: string | null;
}

export function findAccountById(db: Db, id: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findKeyById(db: Db, id: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Newest first, below `beforeSeq`. */
export function listTransfers(
  db: Db,
  { accountId, lineage }: Scope,
  beforeSeq: number,
  limit: number,
): Promise<TransferRow[]> {
  const query = db.selectFrom('transfers').selectAll();
  // A lineage belongs to one account; naming both would let a planner walk the whole account for one key's rows.
  const scoped = lineage === null ? query.where('account_id', '=', accountId) : query.where('lineage', '=', lineage);
  return scoped.where('seq', '<', beforeSeq).orderBy('seq', 'desc').limit(limit).execute();
}

function selectUsage(db: Db, { accountId, lineage }: Scope): SelectQueryBuilder<Tables, 'usage_daily', object> {
  const query = db.selectFrom('usage_daily');
  return lineage === null ? query.where('account_id', '=', accountId) : query.where('lineage', '=', lineage);
}

export interface UsageSum {
  charges: number;
  settled: number;
  spent: number;
}

/** PostgreSQL sums BIGINT to NUMERIC, which arrives as text; amounts are exact integers below 2^53. */
const castToBigint = (column: 'charges' | 'settled' | 'spent') =>
  sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`.as(column);

export async function listUsageByDay(db: Db, scope: Scope, fromDay: string): Promise<(UsageSum & { day: string })[]> {
  return selectUsage(db, scope)
    .select(['day', castToBigint('charges'), castToBigint('settled'), castToBigint('spent')])
    .where('day', '>=', fromDay)
    .groupBy('day')
    .execute();
}

/** The tools that cost most since `fromDay`. */
export function listUsageByTool(
  db: Db,
  scope: Scope,
  fromDay: string,
  limit: number,
): Promise<(UsageSum & { tool: string })[]> {
  return selectUsage(db, scope)
    .select(['tool', castToBigint('charges'), castToBigint('settled'), castToBigint('spent')])
    .where('day', '>=', fromDay)
    .groupBy('tool')
    .orderBy('spent', 'desc')
    .orderBy('tool')
    .limit(limit)
    .execute();
}

/** The keys that paid most since `fromDay`. */
export function listUsageByKey(
  db: Db,
  scope: Scope,
  fromDay: string,
  limit: number,
): Promise<(UsageSum & { lineage: string })[]> {
  return selectUsage(db, scope)
    .select(['lineage', castToBigint('charges'), castToBigint('settled'), castToBigint('spent')])
    .where('day', '>=', fromDay)
    .groupBy('lineage')
    .orderBy('spent', 'desc')
    .orderBy('lineage')
    .limit(limit)
    .execute();
}

/** What the current keys of these lineages are called. */
export async function findKeyNames(db: Db, lineages: readonly string[]): Promise<Map<string, string>> {
  if (lineages.length === 0) return new Map();
  const rows = await db
    .selectFrom('api_keys')
    .select(['lineage', 'name'])
    .where('lineage', 'in', lineages)
    .where('replaced_by', 'is', null)
    .execute();
  return new Map(rows.map(({ lineage, name }) => [lineage, name]));
}

/** Since the beginning; a root key's totals stand in the account's row instead. */
export function sumUsage(db: Db, scope: Scope): Promise<UsageSum> {
  return selectUsage(db, scope)
    .select([castToBigint('charges'), castToBigint('settled'), castToBigint('spent')])
    .executeTakeFirstOrThrow();
}

/** Micro-USD credited as rewards. */
export async function sumRewards(db: Db, accountId: string): Promise<number> {
  const { micros } = await db
    .selectFrom('deposits')
    .select(sql<number>`cast(coalesce(sum(amount), 0) as bigint)`.as('micros'))
    .where('account_id', '=', accountId)
    .where('source', '=', 'reward')
    .executeTakeFirstOrThrow();
  return micros;
}

/** When the lineage of a key last paid. */
export const selectLastPayment = (eb: ExpressionBuilder<Tables, 'api_keys'>) =>
  eb
    .selectFrom('transfers')
    .select('transfers.at')
    .whereRef('transfers.lineage', '=', 'api_keys.lineage')
    .orderBy('transfers.seq', 'desc')
    .limit(1)
    .as('paid_at');

/** Current rows of sub-keys, newest first: all that have not been revoked, and the latest `revokedMax` that have. */
export async function listSubKeys(db: Db, accountId: string, revokedMax: number): Promise<PaidKeyRow[]> {
  const current = db
    .selectFrom('api_keys')
    .selectAll()
    .select(selectLastPayment)
    .where('account_id', '=', accountId)
    .where('is_root', '=', 0)
    .where('replaced_by', 'is', null)
    .orderBy('created_at', 'desc');
  const [live, revoked] = await Promise.all([
    current.where('revoked_at', 'is', null).limit(1_000).execute(),
    current.where('revoked_at', 'is not', null).limit(revokedMax).execute(),
  ]);
  return [...live, ...revoked].sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? 1 : -1));
}

export function findCallById(db: Db, id: string): Promise<CallRow | undefined> {
  return db.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirst();
}

export function listReceiptKeys(db: Db, limit: number): Promise<ReceiptKeyRow[]> {
  return db.selectFrom('receipt_keys').selectAll().orderBy('at', 'desc').limit(limit).execute();
}
