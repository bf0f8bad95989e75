/**
 * The proofs of the books. Each query returns only what is wrong, as `mode, subject, found, expected`; none means
 * proved. They recompute from the transfers and the calls, never from what they check.
 */

import { composedChecks } from './verify-composed.ts';
import { buildMarginCheck } from './verify-margin.ts';
import { paymentChecks, takenChecks } from './verify-payments.ts';
import type { Check } from './verify-types.ts';
import { walletChecks } from './verify-wallets.ts';

/** Calls that run and those that have ended, in the words that both have. */
const CALL_COLUMNS = 'id, mode, account_id, lineage, tool, price, opened_at, claim_scope, claim_key';
const EVERY_CALL = `(SELECT ${CALL_COLUMNS}, 'open' AS state FROM open_calls
  UNION ALL SELECT ${CALL_COLUMNS}, state FROM calls)`;

/** `day` makes a `YYYY-MM-DD` in UTC of a column of milliseconds, in the words of the database. */
export function buildChecks(day: (column: string) => string): Check[] {
  return [
    ...accountChecks,
    ...transferChecks,
    ...callChecks,
    ...keyChecks,
    ...buildRollupChecks(day),
    ...takenChecks,
    buildMarginCheck(day),
    ...sideChecks,
  ];
}

const accountChecks: Check[] = [
  {
    what: 'balance differs from the sum of transfers',
    sql: `SELECT a.mode, a.id AS subject, a.balance AS found, coalesce(t.total, 0) AS expected FROM accounts a LEFT JOIN
      (SELECT account_id, sum(amount) AS total FROM transfers GROUP BY account_id) t ON t.account_id = a.id
      WHERE a.balance <> coalesce(t.total, 0)`,
  },
  {
    what: 'account exists more than once',
    sql: `SELECT min(mode) AS mode, id AS subject, count(*) AS found, 1 AS expected FROM accounts GROUP BY id HAVING count(*) > 1`,
  },
  {
    what: 'balance is negative',
    sql: `SELECT mode, id AS subject, balance AS found, 'at least 0' AS expected FROM accounts WHERE balance < 0`,
  },
  {
    what: 'number of the newest transfer differs',
    sql: `SELECT a.mode, a.id AS subject, a.transfer_seq AS found, coalesce(t.newest, 0) AS expected FROM accounts a
      LEFT JOIN (SELECT account_id, max(seq) AS newest FROM transfers GROUP BY account_id) t ON t.account_id = a.id
      WHERE a.transfer_seq <> coalesce(t.newest, 0)`,
  },
  {
    what: 'newest transfer differs',
    sql: `SELECT a.mode, a.id AS subject, coalesce(a.last_transfer, 0) AS found, coalesce(t.n, 0) AS expected FROM accounts a
      LEFT JOIN transfers t ON t.account_id = a.id AND t.seq = a.transfer_seq
      WHERE coalesce(a.last_transfer, 0) <> coalesce(t.n, 0)`,
  },
  ...(['charges_count', 'refunds_count', 'spent'] as const).map((column) => ({
    what: `${column} differs from the calls`,
    sql: `SELECT a.mode, a.id AS subject, a.${column} AS found, coalesce(c.${column}, 0) AS expected FROM accounts a
      LEFT JOIN (SELECT account_id, count(*) AS charges_count,
        sum(CASE WHEN state = 'refunded' THEN 1 ELSE 0 END) AS refunds_count,
        sum(CASE WHEN state = 'refunded' THEN 0 ELSE price END) AS spent
        FROM ${EVERY_CALL} c WHERE price > 0 GROUP BY account_id) c ON c.account_id = a.id
      WHERE a.${column} <> coalesce(c.${column}, 0)`,
  })),
  {
    what: 'more calls were seen settled than there are',
    sql: `SELECT a.mode, a.id AS subject, a.settled_seen AS found, a.charges_count - a.refunds_count - coalesce(o.open, 0) AS expected
      FROM accounts a LEFT JOIN (SELECT account_id, count(*) AS open FROM open_calls WHERE price > 0 GROUP BY account_id) o
      ON o.account_id = a.id WHERE a.settled_seen > a.charges_count - a.refunds_count - coalesce(o.open, 0)`,
  },
  ...(['welcomed', 'deposited'] as const).map((column) => ({
    what: `${column} differs from the transfers`,
    sql: `SELECT a.mode, a.id AS subject, a.${column} AS found, coalesce(t.${column}, 0) AS expected FROM accounts a
      LEFT JOIN (SELECT account_id,
        sum(CASE WHEN source = 'welcome' THEN amount ELSE 0 END) AS welcomed,
        sum(CASE WHEN source = 'welcome' THEN 0 ELSE amount END) AS deposited
        FROM transfers WHERE kind IN ('deposit', 'reversal') GROUP BY account_id) t ON t.account_id = a.id
      WHERE a.${column} <> coalesce(t.${column}, 0)`,
  })),
];

/** In words that no two transfers share: what `formatTransferId` makes of it, or nearly so. */
const TRANSFER_NAME = `coalesce(t.id, t.call_id || ' ' || t.kind, '-')`;

const transferChecks: Check[] = [
  {
    what: 'transfer belongs to no account of its mode',
    sql: `SELECT t.mode, ${TRANSFER_NAME} AS subject, coalesce(a.mode, 'none') AS found, t.mode AS expected FROM transfers t
      LEFT JOIN accounts a ON a.id = t.account_id WHERE a.id IS NULL OR a.mode <> t.mode`,
  },
  {
    what: 'transfer is out of order or one is missing before it',
    sql: `SELECT mode, ${TRANSFER_NAME} AS subject, seq AS found, place AS expected FROM (SELECT *,
      row_number() OVER (PARTITION BY account_id ORDER BY seq) AS place FROM transfers) t WHERE seq <> place`,
  },
  {
    what: 'transfer does not name the one before it',
    sql: `SELECT mode, ${TRANSFER_NAME} AS subject, coalesce(prev, 0) AS found, coalesce(before, 0) AS expected FROM (SELECT *,
      lag(n) OVER (PARTITION BY account_id ORDER BY seq) AS before FROM transfers) t
      WHERE coalesce(prev, 0) <> coalesce(before, 0)`,
  },
  {
    what: 'transfer does not name the one of its key before it',
    sql: `SELECT mode, ${TRANSFER_NAME} AS subject, coalesce(lineage_prev, 0) AS found, coalesce(before, 0) AS expected
      FROM (SELECT *, CASE WHEN lineage IS NOT NULL THEN lag(n) OVER (PARTITION BY lineage ORDER BY seq) END AS before
        FROM transfers) t WHERE coalesce(lineage_prev, 0) <> coalesce(before, 0)`,
  },
  {
    what: 'balance after a transfer differs from the running sum',
    sql: `SELECT mode, ${TRANSFER_NAME} AS subject, balance_after AS found, running AS expected FROM (SELECT *,
      sum(amount) OVER (PARTITION BY account_id ORDER BY seq) AS running FROM transfers) t
      WHERE balance_after <> running OR balance_after < 0`,
  },
  {
    what: 'transfer does not balance: its other side does not fit its kind',
    sql: `SELECT mode, ${TRANSFER_NAME} AS subject, kind AS found, 'one caller account against its system account' AS expected
      FROM transfers t WHERE NOT (
        (kind = 'charge' AND amount < 0 AND counter = 'revenue') OR
        (kind = 'refund' AND amount > 0 AND counter = 'revenue') OR
        (kind = 'deposit' AND amount > 0 AND counter IN ('deposits', 'welcome', 'grants')) OR
        (kind = 'reversal' AND amount <> 0 AND counter IN ('deposits', 'receivable:' || account_id)))`,
  },
  {
    what: 'transfer id is used more than once',
    sql: `SELECT min(mode) AS mode, id AS subject, count(*) AS found, 1 AS expected FROM transfers WHERE id IS NOT NULL
      GROUP BY id HAVING count(*) > 1`,
  },
  {
    what: 'charge or refund has no call',
    sql: `SELECT t.mode, ${TRANSFER_NAME} AS subject, coalesce(t.call_id, 'none') AS found, 'a call' AS expected FROM transfers t
      LEFT JOIN ${EVERY_CALL} c ON c.id = t.call_id AND c.account_id = t.account_id AND c.mode = t.mode
      LEFT JOIN api_keys k ON k.id = c.lineage
      WHERE t.kind IN ('charge', 'refund') AND (c.id IS NULL
        OR coalesce(t.lineage, '-') <> CASE WHEN k.is_root = 1 THEN '-' ELSE c.lineage END)`,
  },
  {
    what: 'deposit is not noted under its external id',
    sql: `SELECT t.mode, t.id AS subject, 'none' AS found, t.amount AS expected FROM transfers t
      LEFT JOIN deposits d ON d.transfer_id = t.id AND d.account_id = t.account_id AND d.amount = t.amount
        AND d.mode = t.mode WHERE t.kind = 'deposit' AND d.external_id IS NULL`,
  },
  {
    what: 'external id was noted without its deposit',
    sql: `SELECT d.mode, d.external_id AS subject, 'none' AS found, d.amount AS expected FROM deposits d
      LEFT JOIN transfers t ON t.id = d.transfer_id AND t.account_id = d.account_id AND t.kind = 'deposit'
      WHERE t.id IS NULL`,
  },
];

const sumTransfers = (kind: 'charge' | 'refund'): string =>
  `coalesce(sum(CASE WHEN t.kind = '${kind}' THEN abs(t.amount) END), 0) AS moved,
   coalesce(sum(CASE WHEN t.kind = '${kind}' THEN 1 ELSE 0 END), 0) AS times`;

const callChecks: Check[] = [
  {
    what: 'call does not have exactly one charge of its price',
    sql: `SELECT mode, id AS subject, moved AS found, price AS expected FROM (SELECT c.mode, c.id, c.price, ${sumTransfers('charge')}
      FROM ${EVERY_CALL} c LEFT JOIN transfers t ON t.call_id = c.id GROUP BY c.mode, c.id, c.price) m
      WHERE moved <> price OR times <> CASE WHEN price > 0 THEN 1 ELSE 0 END`,
  },
  {
    what: 'refunds of a call do not fit its state',
    sql: `SELECT mode, id AS subject, moved AS found, due AS expected FROM (SELECT c.mode, c.id,
      CASE WHEN c.state = 'refunded' THEN c.price ELSE 0 END AS due, ${sumTransfers('refund')}
      FROM ${EVERY_CALL} c LEFT JOIN transfers t ON t.call_id = c.id GROUP BY c.mode, c.id, c.state, c.price) m
      WHERE moved <> due OR times <> CASE WHEN due > 0 THEN 1 ELSE 0 END`,
  },
  {
    what: 'call belongs to no account or key of its own',
    sql: `SELECT c.mode, c.id AS subject, c.lineage AS found, c.account_id AS expected FROM ${EVERY_CALL} c
      LEFT JOIN api_keys k ON k.id = c.lineage AND k.account_id = c.account_id
      LEFT JOIN accounts a ON a.id = c.account_id AND a.mode = c.mode WHERE k.id IS NULL OR a.id IS NULL`,
  },
  {
    what: 'call has a reason and a state that do not fit',
    sql: `SELECT mode, id AS subject, state AS found, 'a reason exactly when it is refunded' AS expected FROM calls
      WHERE (state = 'refunded') <> (reason IS NOT NULL)`,
  },
];

const openCallChecks: Check[] = [
  {
    what: 'call that runs has ended',
    sql: `SELECT o.mode, o.id AS subject, c.state AS found, 'open' AS expected FROM open_calls o JOIN calls c ON c.id = o.id`,
  },
  {
    what: 'call that runs belongs to no key of its own',
    sql: `SELECT o.mode, o.id AS subject, o.key_id AS found, o.lineage AS expected FROM open_calls o
      LEFT JOIN api_keys k ON k.id = o.key_id AND k.account_id = o.account_id AND k.lineage = o.lineage WHERE k.id IS NULL`,
  },
];

/** The call of a claim, whether it runs or has ended, or the payment of a wallet. */
const OF_CLAIM = `LEFT JOIN calls c ON c.id = i.call_id LEFT JOIN open_calls o ON o.id = i.call_id
      LEFT JOIN wallet_payments p ON p.id = i.call_id`;

const claimChecks: Check[] = [
  {
    what: 'idempotency key points to no call of its own',
    sql: `SELECT coalesce(c.mode, o.mode, p.mode, '-') AS mode, i.key AS subject, i.call_id AS found, 'the call that claimed it' AS expected
      FROM idempotency i ${OF_CLAIM} WHERE coalesce(c.claim_scope, o.claim_scope, p.claim_scope, '') <> i.scope
        OR coalesce(c.claim_key, o.claim_key, p.claim_key, '') <> i.key`,
  },
  {
    what: 'idempotency key does not fit the state of its call',
    sql: `SELECT coalesce(c.mode, o.mode) AS mode, i.key AS subject, coalesce(c.state, 'open') AS found,
      CASE WHEN i.expires_at IS NULL THEN 'open' ELSE 'settled' END AS expected FROM idempotency i ${OF_CLAIM}
      WHERE (c.id IS NOT NULL OR o.id IS NOT NULL)
        AND coalesce(c.state, 'open') <> CASE WHEN i.expires_at IS NULL THEN 'open' ELSE 'settled' END`,
  },
  {
    what: 'open call has lost its idempotency key',
    sql: `SELECT c.mode, c.id AS subject, 'none' AS found, c.claim_key AS expected FROM open_calls c LEFT JOIN idempotency i
      ON i.scope = c.claim_scope AND i.key = c.claim_key AND i.call_id = c.id
      WHERE c.claim_key IS NOT NULL AND i.key IS NULL`,
  },
  {
    what: 'recorded answer has no settled call',
    sql: `SELECT coalesce(c.mode, '-') AS mode, a.call_id AS subject, coalesce(c.state, 'none') AS found,
      'settled' AS expected FROM answers a LEFT JOIN calls c ON c.id = a.call_id
      WHERE c.id IS NULL OR c.state <> 'settled'`,
  },
];

const keyChecks: Check[] = [
  {
    what: 'spending of a key differs from its transfers',
    sql: `SELECT a.mode, k.lineage AS subject, k.spent AS found, coalesce(t.spent, 0) AS expected FROM
      (SELECT lineage, min(account_id) AS account_id, sum(spent_total) AS spent FROM api_keys GROUP BY lineage) k
      JOIN accounts a ON a.id = k.account_id LEFT JOIN (SELECT lineage, -sum(amount) AS spent FROM transfers WHERE lineage IS NOT NULL GROUP BY lineage) t ON t.lineage = k.lineage
      WHERE k.spent <> coalesce(t.spent, 0)`,
  },
  ...(['charges', 'refunds'] as const).map((column) => ({
    what: `${column} of a key differ from its transfers`,
    sql: `SELECT a.mode, k.lineage AS subject, k.${column} AS found, coalesce(t.${column}, 0) AS expected FROM
      (SELECT lineage, min(account_id) AS account_id, sum(${column}_count) AS ${column} FROM api_keys GROUP BY lineage) k
      JOIN accounts a ON a.id = k.account_id LEFT JOIN (SELECT lineage, count(*) AS ${column} FROM transfers
        WHERE lineage IS NOT NULL AND kind = '${column.slice(0, -1)}' GROUP BY lineage) t ON t.lineage = k.lineage
      WHERE k.${column} <> coalesce(t.${column}, 0)`,
  })),
  {
    what: 'newest transfer of a key differs',
    sql: `SELECT a.mode, k.lineage AS subject, k.newest AS found, coalesce(t.newest, 0) AS expected FROM
      (SELECT lineage, min(account_id) AS account_id, coalesce(max(last_transfer), 0) AS newest FROM api_keys GROUP BY lineage) k
      JOIN accounts a ON a.id = k.account_id LEFT JOIN (SELECT lineage, n AS newest, row_number() OVER
        (PARTITION BY lineage ORDER BY seq DESC) AS place FROM transfers WHERE lineage IS NOT NULL) t
      ON t.lineage = k.lineage AND t.place = 1 WHERE k.newest <> coalesce(t.newest, 0)`,
  },
];

/** The usage of a day is proved for itself. */
const keyDayCheck: Check = {
  what: 'spending of a key on its day differs from its calls',
  sql: `SELECT min(a.mode) AS mode, k.id AS subject, min(k.spent_on_day) AS found, coalesce(sum(u.spent), 0) AS expected
    FROM api_keys k JOIN accounts a ON a.id = k.account_id LEFT JOIN usage_daily u
      ON u.day = k.spent_day AND u.account_id = k.account_id AND u.lineage = k.lineage
    WHERE k.spent_day IS NOT NULL GROUP BY k.id HAVING min(k.spent_on_day) <> coalesce(sum(u.spent), 0)`,
};

/** Checks beside the sums of the quick proof. Each is a query of its own, along an index or over a small table. */
export const sideChecks: readonly Check[] = [
  ...openCallChecks,
  ...composedChecks,
  ...claimChecks,
  keyDayCheck,
  ...paymentChecks,
  ...walletChecks,
];

const USAGE_OF_CALL = {
  charges: '1',
  refunds: `CASE WHEN state = 'refunded' THEN 1 ELSE 0 END`,
  spent: `CASE WHEN state = 'refunded' THEN 0 ELSE price END`,
} as const;

const buildRollupChecks = (day: (column: string) => string): Check[] => [
  ...(['charges', 'refunds', 'spent'] as const).map((column) => ({
    what: `${column} of a day's usage differ from the calls`,
    sql: `SELECT mode, min(account_id) || ' ' || day || ' ' || tool AS subject, sum(found) AS found,
      sum(expected) AS expected FROM (
        SELECT mode, account_id, day, lineage, tool, ${column} AS found, 0 AS expected FROM usage_daily UNION ALL
        SELECT mode, account_id, ${day('opened_at')}, lineage, tool, 0, ${USAGE_OF_CALL[column]} FROM ${EVERY_CALL} c WHERE price > 0) both_sides
      GROUP BY mode, account_id, day, lineage, tool HAVING sum(found) <> sum(expected)`,
  })),
  ...(['debit', 'credit'] as const).map((side) => ({
    what: `${side} sum of a system account's day differs from the transfers`,
    sql: `SELECT mode, account || ' ' || day AS subject, sum(found) AS found, sum(expected) AS expected FROM (
        SELECT mode, account, day, ${side} AS found, 0 AS expected FROM system_daily UNION ALL
        SELECT mode, counter, ${day('at')}, 0, abs(amount) FROM transfers WHERE amount ${side === 'debit' ? '>' : '<'} 0) both_sides
      GROUP BY mode, account, day HAVING sum(found) <> sum(expected)`,
  })),
  {
    what: 'callers and system accounts do not cancel out',
    sql: `SELECT mode, 'all accounts' AS subject, sum(amount) AS found, 0 AS expected FROM (
        SELECT mode, balance AS amount FROM accounts UNION ALL
        SELECT mode, credit - debit FROM system_daily) both_sides GROUP BY mode HAVING sum(amount) <> 0`,
  },
];
