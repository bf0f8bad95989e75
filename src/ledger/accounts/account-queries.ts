/** Queries about one account: history, usage, keys, receipts. Every query runs along an index. */

import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import { countRows, sumOf } from '../../database/dialect.ts';
import type { Tables } from '../../database/types.ts';
import type { AccountRow, ApiKeyRow, CallRow, OpenCallRow, PaidKeyRow, ReceiptKeyRow, TransferRow } from '../tables.ts';

type Db = Kysely<Tables>;

/** Rows of the whole account, or of one key and its successors. */
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

/** Newest transfer of an account or a sub-key; null if it has none. */
export async function findNewestTransfer(db: Db, { accountId, lineage }: Scope): Promise<number | null> {
  const query =
    lineage === null
      ? db.selectFrom('accounts').select('last_transfer').where('id', '=', accountId)
      : db
          .selectFrom('api_keys')
          .select('last_transfer')
          .where('lineage', '=', lineage)
          .where('account_id', '=', accountId)
          .where('replaced_by', 'is', null);
  return (await query.executeTakeFirst())?.last_transfer ?? null;
}

/** With the tool of its call, and the one that comes after it in the list. */
export type ListedTransfer = TransferRow & { tool: string | null; next: number | null };

/** The transfer `start` and those before it, newest first: each names the one before. None when `start` is not in the scope. */
export async function listTransfers(db: Db, scope: Scope, start: number, limit: number): Promise<ListedTransfer[]> {
  const { rows } = await sql<ListedTransfer>`
    ${walkTransfers(scope, start, limit)} SELECT w.*,
    coalesce(c.tool, (SELECT o.tool FROM open_calls o WHERE o.id = w.call_id)) AS tool
    FROM walk w LEFT JOIN calls c ON c.id = w.call_id`.execute(db);
  return rows.sort((a, b) => b.seq - a.seq);
}

/** The same as a table `walk` in front of a query. */
export function walkTransfers({ accountId, lineage }: Scope, start: number, limit: number): RawBuilder<unknown> {
  const next = sql.ref(lineage === null ? 't.prev' : 't.lineage_prev');
  const ofKey = lineage === null ? sql`` : sql` AND t.lineage = ${lineage}`;
  return sql`WITH RECURSIVE walk AS (
    SELECT t.*, ${next} AS next, 1 AS step FROM transfers t WHERE t.n = ${start} AND t.account_id = ${accountId}${ofKey}
    UNION ALL SELECT t.*, ${next} AS next, w.step + 1 FROM walk w JOIN transfers t ON t.n = w.next WHERE w.step < ${limit})`;
}

export interface UsageSum {
  charges: number;
  refunds: number;
  spent: number;
}

/** Sums over these days, by day, tool or key. Without a limit in no order, else what cost most. */
async function sumUsage<Column extends 'day' | 'tool' | 'lineage'>(
  db: Db,
  { accountId, lineage }: Scope,
  column: Column,
  { days, limit }: { days: readonly string[]; limit?: number },
): Promise<(UsageSum & Record<Column, string>)[]> {
  const ownKey = lineage === null ? sql`` : sql` AND lineage = ${lineage}`;
  const cut = limit === undefined ? sql`` : sql` ORDER BY 4 DESC, 1 LIMIT ${limit}`;
  const { rows } = await sql<UsageSum & Record<Column, string>>`
    SELECT ${sql.ref(column)}, ${sumOf('charges')} AS charges, ${sumOf('refunds')} AS refunds, ${sumOf('spent')} AS spent
    FROM usage_daily WHERE day IN (${sql.join(days)}) AND account_id = ${accountId}${ownKey}
    GROUP BY ${sql.ref(column)}${cut}`.execute(db);
  return rows;
}

export const listUsageByDay = (db: Db, scope: Scope, days: readonly string[]) => sumUsage(db, scope, 'day', { days });

/** The tools that cost most on these days. */
export const listUsageByTool = (db: Db, scope: Scope, days: readonly string[], limit: number) =>
  sumUsage(db, scope, 'tool', { days, limit });

/** The keys that paid most on these days. */
export const listUsageByKey = (db: Db, scope: Scope, days: readonly string[], limit: number) =>
  sumUsage(db, scope, 'lineage', { days, limit });

export interface TaskSum {
  taskRef: string;
  maxTotalMicros: number | null;
  charges: number;
  settled: number;
  spent: number;
}

/** Of the calls that name a task, those that cost the most first. */
export async function listUsageByTask(
  db: Db,
  { accountId, lineage }: Scope,
  days: readonly string[],
  limit: number,
): Promise<TaskSum[]> {
  const since = Date.parse(days[0] ?? '');
  const ofKey = lineage === null ? sql`` : sql`AND lineage = ${lineage}`;
  const asked = sql`account_id = ${accountId} AND task_ref IS NOT NULL AND price > 0 AND opened_at >= ${since} ${ofKey}`;
  const { rows } = await sql<TaskSum>`SELECT c.task_ref AS "taskRef", t.max_total AS "maxTotalMicros",
    count(*) AS charges, sum(c.settled) AS settled, sum(c.cost) AS spent FROM (
      SELECT task_ref, CASE state WHEN 'settled' THEN 1 ELSE 0 END AS settled,
        CASE state WHEN 'settled' THEN price ELSE 0 END AS cost FROM calls WHERE ${asked}
      UNION ALL SELECT task_ref, 0, price FROM open_calls WHERE ${asked}) c
    LEFT JOIN tasks t ON t.account_id = ${accountId} AND t.task_ref = c.task_ref
    GROUP BY c.task_ref, t.max_total ORDER BY spent DESC, c.task_ref LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({
    ...row,
    charges: Number(row.charges),
    settled: Number(row.settled),
    spent: Number(row.spent),
  }));
}

/** Paid calls that run. */
export function listPaidOpenCalls(
  db: Db,
  { accountId, lineage }: Scope,
): Promise<Pick<OpenCallRow, 'lineage' | 'tool' | 'opened_at'>[]> {
  const query = db
    .selectFrom('open_calls')
    .select(['lineage', 'tool', 'opened_at'])
    .where('account_id', '=', accountId)
    .where('price', '>', 0);
  return (lineage === null ? query : query.where('lineage', '=', lineage)).execute();
}

export interface Totals {
  charges: number;
  settled: number;
  spent: number;
}

/** Of all paid calls of an account or a sub-key. What is neither refunded nor open was settled. */
export async function readTotals(db: Db, { accountId, lineage }: Scope): Promise<Totals> {
  const counts =
    lineage === null
      ? sql`SELECT a.charges_count, a.refunds_count, a.spent, (SELECT count(*) FROM open_calls o
          WHERE o.account_id = a.id AND o.price > 0) AS open FROM accounts a WHERE a.id = ${accountId}`
      : sql`SELECT k.charges_count, k.refunds_count, k.spent_total AS spent, (SELECT count(*) FROM open_calls o
          WHERE o.account_id = k.account_id AND o.lineage = k.lineage AND o.price > 0) AS open FROM api_keys k
          WHERE k.lineage = ${lineage} AND k.account_id = ${accountId} AND k.replaced_by IS NULL`;
  const { rows } = await sql<Totals>`SELECT charges_count AS charges, charges_count - refunds_count - open AS settled,
    spent FROM (${counts}) counts`.execute(db);
  return rows[0] ?? { charges: 0, settled: 0, spent: 0 };
}

/** Paid calls that run, of several accounts; those that have none are left out. */
export async function countPaidOpenCalls(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('open_calls')
    .select(['account_id', countRows().as('open')])
    .where('account_id', 'in', accountIds)
    .where('price', '>', 0)
    .groupBy('account_id')
    .execute();
  return new Map(rows.map(({ account_id, open }) => [account_id, open]));
}

/** Of a key and those that it was rotated from: what a root key has paid is what no sub-key has. */
export async function readRootSpending(
  db: Db,
  { accountId, lineage, day }: { accountId: string; lineage: string; day: string },
): Promise<{ total: number; onDay: number }> {
  const { rows } = await sql<{ total: number; onDay: number }>`
    SELECT a.spent - (SELECT ${sumOf('spent_total')} FROM api_keys k WHERE k.account_id = a.id) AS total,
    (SELECT ${sumOf('spent')} FROM usage_daily u WHERE u.day = ${day} AND u.account_id = a.id
      AND u.lineage = ${lineage}) AS "onDay" FROM accounts a WHERE a.id = ${accountId}`.execute(db);
  return rows[0] ?? { total: 0, onDay: 0 };
}

/** Names of the current keys of these lineages. */
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

/** When the lineage of a sub-key last paid or was refunded. */
export const selectLastPayment = (eb: ExpressionBuilder<Tables, 'api_keys'>) =>
  eb
    .selectFrom('transfers')
    .select('transfers.at')
    .whereRef('transfers.n', '=', 'api_keys.last_transfer')
    .as('paid_at');

/** Sum that the sub-keys of a key's account have spent. */
export const selectSubKeySpending = (eb: ExpressionBuilder<Tables, 'api_keys'>) =>
  eb
    .selectFrom('api_keys as sub')
    .select(sumOf('sub.spent_total').as('spent'))
    .whereRef('sub.account_id', '=', 'api_keys.account_id')
    .as('sub_keys_spent');

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
