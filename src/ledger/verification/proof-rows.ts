/** The rows that the proof of the books reads, as tuples: the same words for both databases. `?` stands for what is given. */

import type { Mode } from '../../kernel/principal.ts';
import type { TransferRow } from '../tables.ts';

export type TransferTuple = [
  n: number,
  account: string,
  seq: number,
  prev: number | null,
  mode: Mode,
  kind: TransferRow['kind'],
  source: TransferRow['source'],
  counter: string,
  amount: number,
  balanceAfter: number,
  callId: string | null,
  id: string | null,
  lineage: string | null,
  lineagePrev: number | null,
  at: number,
];

export const TRANSFERS = `SELECT n, account_id, seq, prev, mode, kind, source, counter, amount, balance_after, call_id, id,
  lineage, lineage_prev, at FROM transfers WHERE n > ? AND n <= ? ORDER BY n LIMIT ?`;

export type CallTuple = [
  id: string,
  mode: Mode,
  account: string,
  lineage: string,
  tool: string,
  price: number,
  openedAt: number,
  /** 1: refunded. */
  isRefunded: number,
  /** 1: its state and its reason fit, and its account and its key are there. */
  isSound: number,
  isRoot: number | null,
];

/** Of a call that is free nothing else would tell that its account is there. */
const HAS_OWNER = `k.account_id = c.account_id AND (c.price > 0 OR EXISTS (SELECT 1 FROM accounts a
  WHERE a.id = c.account_id AND a.mode = c.mode))`;

export const CALLS = `SELECT c.id, c.mode, c.account_id, c.lineage, c.tool, c.price, c.opened_at,
  CASE WHEN c.state = 'refunded' THEN 1 ELSE 0 END,
  CASE WHEN (c.state = 'refunded') = (c.reason IS NOT NULL) AND ${HAS_OWNER} THEN 1 ELSE 0 END, k.is_root
  FROM calls c LEFT JOIN api_keys k ON k.id = c.lineage WHERE c.id > ? AND c.id < ? ORDER BY c.id LIMIT ?`;

export const OPEN_CALLS = `SELECT c.id, c.mode, c.account_id, c.lineage, c.tool, c.price, c.opened_at, 0,
  CASE WHEN ${HAS_OWNER} THEN 1 ELSE 0 END, k.is_root
  FROM open_calls c LEFT JOIN api_keys k ON k.id = c.lineage`;

export const OLDEST_OPEN_CALL = 'SELECT min(id), min(opened_at) FROM open_calls';

export type AccountTuple = [
  id: string,
  mode: Mode,
  seq: number,
  balance: number,
  newest: number | null,
  charges: number,
  refunds: number,
  settledSeen: number,
  spent: number,
  welcomed: number,
  deposited: number,
];

export const ACCOUNTS = `SELECT id, mode, transfer_seq, balance, last_transfer, charges_count, refunds_count, settled_seen,
  spent, welcomed, deposited FROM accounts WHERE id > ? ORDER BY id LIMIT ?`;

export type KeyTuple = [
  id: string,
  lineage: string,
  /** 1: no other has been put in its place. */
  isCurrent: number,
  newest: number | null,
  spent: number,
  charges: number,
  refunds: number,
];

export const KEYS = `SELECT id, lineage, CASE WHEN replaced_by IS NULL THEN 1 ELSE 0 END, last_transfer, spent_total,
  charges_count, refunds_count FROM api_keys WHERE id > ? ORDER BY id LIMIT ?`;

export type DepositTuple = [externalId: string, transferId: string, account: string, mode: Mode, amount: number];

export const DEPOSITS = `SELECT external_id, transfer_id, account_id, mode, amount FROM deposits WHERE external_id > ?
  ORDER BY external_id LIMIT ?`;

export type TakenTuple = [account: string, mode: Mode, taken: number];

export const TAKEN = `SELECT account_id, mode, sum(taken) FROM payments WHERE account_id IS NOT NULL AND taken <> 0
  GROUP BY account_id, mode`;

export type SystemTuple = [mode: Mode, account: string, day: string, debit: number, credit: number];

export const SYSTEM =
  'SELECT mode, account, day, sum(debit), sum(credit) FROM system_daily GROUP BY mode, account, day';

export type UsageTuple = [
  day: string,
  account: string,
  lineage: string,
  tool: string,
  /** '': rows of both modes, which nothing makes. */
  mode: Mode | '',
  charges: number,
  refunds: number,
  spent: number,
];

/** Grouped by the index alone, which has no mode: with it SQLite would group all that is left for every slice. */
export const USAGE = `SELECT day, account_id, lineage, tool, CASE WHEN min(mode) = max(mode) THEN min(mode) ELSE '' END,
  cast(sum(charges) AS bigint), cast(sum(refunds) AS bigint), cast(sum(spent) AS bigint) FROM usage_daily
  WHERE (day, account_id, lineage, tool) > (?, ?, ?, ?) AND day < ? GROUP BY day, account_id, lineage, tool
  ORDER BY day, account_id, lineage, tool LIMIT ?`;
