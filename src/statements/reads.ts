/** Reads what statements, receipts and exports are made of. */
import { sql } from 'kysely';
import { defineRead } from '../database/define.ts';
import { sumOf } from '../database/dialect.ts';
import type { Db } from '../database/types.ts';
import { findNewestTransfer, walkTransfers } from '../ledger/accounts/account-queries.ts';
import type { DepositRow, TransferRow } from '../ledger/tables.ts';
import type { BillingDetailsRow } from './tables.ts';

const DEPOSITS_MAX = 1_000;

export interface ListedDeposit extends DepositRow {
  number: number | null;
  /** Of a wallet's payment; null for other sources. */
  network: string | null;
  payer: string | null;
  transaction_hash: string | null;
  call_id: string | null;
}

const WALLET_PREFIX = 'x402:';

/** Newest first. */
export const listDeposits = defineRead(
  'statements.listDeposits',
  async ({ db }, { accountId }: { accountId: string }): Promise<ListedDeposit[]> => {
    const rows = await db
      .selectFrom('deposits as d')
      .leftJoin('deposit_receipts as r', 'r.deposit_id', 'd.transfer_id')
      .leftJoin('wallet_payments as w', (join) =>
        join
          .on(sql<boolean>`w.id = substr(d.external_id, ${sql.lit(WALLET_PREFIX.length + 1)})`)
          .on('d.source', '=', 'wallet'),
      )
      .selectAll('d')
      .select(['r.number', 'w.network', 'w.payer', 'w.transaction_hash', 'w.call_id'])
      .where('d.account_id', '=', accountId)
      .execute();
    return rows.sort((a, b) => b.at - a.at || (a.transfer_id < b.transfer_id ? 1 : -1)).slice(0, DEPOSITS_MAX);
  },
);

export async function findDeposit(db: Db, accountId: string, depositId: string): Promise<DepositRow | undefined> {
  const own = db.selectFrom('deposits').selectAll().where('account_id', '=', accountId);
  return own.where('transfer_id', '=', depositId).executeTakeFirst();
}

export const findBillingDetails = (db: Db, accountId: string): Promise<BillingDetailsRow | undefined> =>
  db.selectFrom('billing_details').selectAll().where('account_id', '=', accountId).executeTakeFirst();

export interface UsageRow {
  day: string;
  tool: string;
  keyId: string;
  calls: number;
  refunds: number;
  spentMicros: number;
}

export interface UsageInput {
  accountId: string;
  /** Of one key; null for all. */
  lineage: string | null;
  days: readonly string[];
}

/** By day, tool and key, oldest first. */
export const listUsage = defineRead(
  'statements.listUsage',
  async ({ db }, { accountId, lineage, days }: UsageInput): Promise<UsageRow[]> => {
    const ownKey = lineage === null ? sql`` : sql` AND lineage = ${lineage}`;
    const { rows } = await sql<UsageRow>`
      SELECT day, tool, lineage AS "keyId", ${sumOf('charges')} AS calls, ${sumOf('refunds')} AS refunds,
      ${sumOf('spent')} AS "spentMicros" FROM usage_daily
      WHERE day IN (${sql.join(days)}) AND account_id = ${accountId}${ownKey}
      GROUP BY day, tool, lineage ORDER BY day, tool, lineage`.execute(db);
    return rows;
  },
);

export interface MonthBalances {
  openingMicros: number;
  closingMicros: number;
  /** Credit that was taken back for refunds and disputes of payments. */
  reversals: Pick<TransferRow, 'at' | 'amount' | 'reason'>[];
}

const PORTION = 5_000;
const WALKED_MAX = 200_000;

/** Along the account's transfers, newest first; null for an account with too many since then. */
export const readMonthBalances = defineRead(
  'statements.readMonthBalances',
  async ({ db }, input: { accountId: string; fromMs: number; toMs: number }): Promise<MonthBalances | null> => {
    const { accountId, fromMs, toMs } = input;
    const scope = { accountId, lineage: null };
    const month: MonthBalances = { openingMicros: 0, closingMicros: 0, reversals: [] };
    let hasClosing = false;
    let start = await findNewestTransfer(db, scope);
    for (let walked = 0; start !== null; walked += PORTION) {
      if (walked >= WALKED_MAX) return null;
      const { rows } = await sql<TransferRow>`${walkTransfers(scope, start, PORTION)} SELECT w.* FROM walk w`.execute(
        db,
      );
      rows.sort((a, b) => b.seq - a.seq);
      for (const { at, balance_after, kind, amount, reason } of rows) {
        if (at < toMs && !hasClosing) {
          month.closingMicros = balance_after;
          hasClosing = true;
        }
        if (at < fromMs) {
          month.openingMicros = balance_after;
          return month;
        }
        if (at < toMs && kind === 'reversal') month.reversals.push({ at, amount, reason });
      }
      start = rows.at(-1)?.prev ?? null;
    }
    return month;
  },
);
