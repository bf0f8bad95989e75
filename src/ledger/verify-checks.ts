/**
 * The proofs of the books. Each query returns only what is wrong, as `mode, subject, found, expected`; none means
 * proved. They recompute from the transfers and the calls, never from what they check.
 */

import { composedChecks } from './verify-composed.ts';
import { paymentChecks } from './verify-payments.ts';
import type { Check } from './verify-types.ts';

const SIGNED = 'CASE WHEN credit_account = account_id THEN amount ELSE -amount END';

/** The other side of what is taken back from a deposit: where it came from, or what the account owes. */
const takenFrom = (column: string): string => `${column} IN ('deposits', 'receivable:' || account_id)`;

/** `day` makes a `YYYY-MM-DD` in UTC of a column of milliseconds, in the words of the database. */
export function buildChecks(day: (column: string) => string): Check[] {
  const dated = [...buildKeyChecks(day), ...buildRollupChecks(day)];
  return [
    ...accountChecks,
    ...transferChecks,
    ...callChecks,
    ...composedChecks,
    ...claimChecks,
    ...dated,
    ...paymentChecks,
  ];
}

const accountChecks: Check[] = [
  {
    what: 'balance differs from the sum of transfers',
    sql: `SELECT a.mode, a.id AS subject, a.balance AS found, coalesce(t.total, 0) AS expected FROM accounts a LEFT JOIN
      (SELECT account_id, sum(${SIGNED}) AS total FROM transfers GROUP BY account_id) t ON t.account_id = a.id
      WHERE a.balance <> coalesce(t.total, 0)`,
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
  ...(['charges_count', 'settled_count', 'spent'] as const).map((column) => ({
    what: `${column} differs from the calls`,
    sql: `SELECT a.mode, a.id AS subject, a.${column} AS found, coalesce(c.${column}, 0) AS expected FROM accounts a
      LEFT JOIN (SELECT account_id, count(*) AS charges_count,
        sum(CASE WHEN state = 'settled' THEN 1 ELSE 0 END) AS settled_count,
        sum(CASE WHEN state = 'refunded' THEN 0 ELSE price END) AS spent
        FROM calls WHERE price > 0 GROUP BY account_id) c ON c.account_id = a.id
      WHERE a.${column} <> coalesce(c.${column}, 0)`,
  })),
  ...(['welcomed', 'deposited'] as const).map((column) => ({
    what: `${column} differs from the transfers`,
    sql: `SELECT a.mode, a.id AS subject, a.${column} AS found, coalesce(t.${column}, 0) AS expected FROM accounts a
      LEFT JOIN (SELECT account_id,
        sum(CASE WHEN source = 'welcome' THEN amount ELSE 0 END) AS welcomed,
        sum(CASE WHEN source = 'welcome' THEN 0 ELSE ${SIGNED} END) AS deposited
        FROM transfers WHERE kind IN ('deposit', 'reversal') GROUP BY account_id) t ON t.account_id = a.id
      WHERE a.${column} <> coalesce(t.${column}, 0)`,
  })),
];

const transferChecks: Check[] = [
  {
    what: 'transfer belongs to no account of its mode',
    sql: `SELECT t.mode, t.id AS subject, coalesce(a.mode, 'none') AS found, t.mode AS expected FROM transfers t
      LEFT JOIN accounts a ON a.id = t.account_id WHERE a.id IS NULL OR a.mode <> t.mode`,
  },
  {
    what: 'transfer is out of order or one is missing before it',
    sql: `SELECT mode, id AS subject, seq AS found, place AS expected FROM (SELECT mode, id, seq,
      row_number() OVER (PARTITION BY account_id ORDER BY seq) AS place FROM transfers) numbered WHERE seq <> place`,
  },
  {
    what: 'balance after a transfer differs from the running sum',
    sql: `SELECT mode, id AS subject, balance_after AS found, running AS expected FROM (SELECT mode, id, balance_after,
      sum(${SIGNED}) OVER (PARTITION BY account_id ORDER BY seq) AS running FROM transfers) summed
      WHERE balance_after <> running OR balance_after < 0`,
  },
  {
    what: 'transfer does not balance: its two sides do not fit its kind',
    sql: `SELECT mode, id AS subject, kind AS found, 'one caller account against its system account' AS expected
      FROM transfers WHERE amount <= 0 OR NOT (
        (kind = 'charge' AND debit_account = account_id AND credit_account = 'revenue') OR
        (kind = 'refund' AND debit_account = 'revenue' AND credit_account = account_id) OR
        (kind = 'deposit' AND debit_account IN ('deposits', 'welcome', 'grants') AND credit_account = account_id) OR
        (kind = 'reversal' AND debit_account = account_id AND ${takenFrom('credit_account')}) OR
        (kind = 'reversal' AND ${takenFrom('debit_account')} AND credit_account = account_id))`,
  },
  {
    what: 'transfer id is used more than once',
    sql: `SELECT min(mode) AS mode, id AS subject, count(*) AS found, 1 AS expected FROM transfers GROUP BY id
      HAVING count(*) > 1`,
  },
  {
    what: 'charge or refund has no call',
    sql: `SELECT t.mode, t.id AS subject, coalesce(t.call_id, 'none') AS found, 'a call' AS expected FROM transfers t
      LEFT JOIN calls c ON c.id = t.call_id AND c.account_id = t.account_id AND c.mode = t.mode AND c.tool = t.tool
        AND c.lineage = t.lineage
      WHERE t.kind IN ('charge', 'refund') AND c.id IS NULL`,
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
  `coalesce(sum(CASE WHEN t.kind = '${kind}' THEN t.amount END), 0) AS moved,
   coalesce(sum(CASE WHEN t.kind = '${kind}' THEN 1 ELSE 0 END), 0) AS times`;

const callChecks: Check[] = [
  {
    what: 'call does not have exactly one charge of its price',
    sql: `SELECT mode, id AS subject, moved AS found, price AS expected FROM (SELECT c.mode, c.id, c.price, ${sumTransfers('charge')}
      FROM calls c LEFT JOIN transfers t ON t.call_id = c.id GROUP BY c.mode, c.id, c.price) m
      WHERE moved <> price OR times <> CASE WHEN price > 0 THEN 1 ELSE 0 END`,
  },
  {
    what: 'refunds of a call do not fit its state',
    sql: `SELECT mode, id AS subject, moved AS found, due AS expected FROM (SELECT c.mode, c.id,
      CASE WHEN c.state = 'refunded' THEN c.price ELSE 0 END AS due, ${sumTransfers('refund')}
      FROM calls c LEFT JOIN transfers t ON t.call_id = c.id GROUP BY c.mode, c.id, c.state, c.price) m
      WHERE moved <> due OR times <> CASE WHEN due > 0 THEN 1 ELSE 0 END`,
  },
  {
    what: 'call has a state and a closing time that do not fit',
    sql: `SELECT mode, id AS subject, state AS found, 'closed exactly when it has a closing time' AS expected FROM calls
      WHERE (state = 'open') <> (closed_at IS NULL) OR (state = 'refunded') <> (reason IS NOT NULL)`,
  },
  {
    what: 'call belongs to no account or key of its own',
    sql: `SELECT c.mode, c.id AS subject, c.key_id AS found, c.account_id AS expected FROM calls c
      LEFT JOIN api_keys k ON k.id = c.key_id AND k.account_id = c.account_id AND k.lineage = c.lineage
      LEFT JOIN accounts a ON a.id = c.account_id AND a.mode = c.mode WHERE k.id IS NULL OR a.id IS NULL`,
  },
];

const claimChecks: Check[] = [
  {
    what: 'idempotency key points to no call of its own',
    sql: `SELECT coalesce(c.mode, '-') AS mode, i.key AS subject, i.call_id AS found, 'the call that claimed it' AS expected
      FROM idempotency i LEFT JOIN calls c ON c.id = i.call_id AND c.claim_scope = i.scope AND c.claim_key = i.key
      WHERE c.id IS NULL`,
  },
  {
    what: 'idempotency key does not fit the state of its call',
    sql: `SELECT c.mode, i.key AS subject, c.state AS found,
      CASE WHEN i.expires_at IS NULL THEN 'open' ELSE 'settled' END AS expected
      FROM idempotency i JOIN calls c ON c.id = i.call_id
      WHERE c.state <> CASE WHEN i.expires_at IS NULL THEN 'open' ELSE 'settled' END`,
  },
  {
    what: 'open call has lost its idempotency key',
    sql: `SELECT c.mode, c.id AS subject, 'none' AS found, c.claim_key AS expected FROM calls c LEFT JOIN idempotency i
      ON i.scope = c.claim_scope AND i.key = c.claim_key AND i.call_id = c.id
      WHERE c.state = 'open' AND c.claim_key IS NOT NULL AND i.key IS NULL`,
  },
  {
    what: 'recorded answer has no settled call',
    sql: `SELECT coalesce(c.mode, '-') AS mode, a.call_id AS subject, coalesce(c.state, 'none') AS found,
      'settled' AS expected FROM answers a LEFT JOIN calls c ON c.id = a.call_id
      WHERE c.id IS NULL OR c.state <> 'settled'`,
  },
];

const buildKeyChecks = (day: (column: string) => string): Check[] => [
  {
    what: 'spending of a key differs from its transfers',
    sql: `SELECT a.mode, k.lineage AS subject, k.spent AS found, coalesce(t.spent, 0) AS expected FROM
      (SELECT lineage, min(account_id) AS account_id, sum(spent_total) AS spent FROM api_keys GROUP BY lineage) k
      JOIN accounts a ON a.id = k.account_id LEFT JOIN (SELECT lineage,
        sum(CASE kind WHEN 'charge' THEN amount WHEN 'refund' THEN -amount ELSE 0 END) AS spent
        FROM transfers WHERE lineage IS NOT NULL GROUP BY lineage) t ON t.lineage = k.lineage
      WHERE k.spent <> coalesce(t.spent, 0)`,
  },
  {
    what: 'spending of a key on its day differs from its calls',
    sql: `SELECT min(a.mode) AS mode, k.id AS subject, min(k.spent_on_day) AS found,
      coalesce(sum(c.price), 0) AS expected FROM api_keys k JOIN accounts a ON a.id = k.account_id
      LEFT JOIN calls c ON c.lineage = k.lineage AND c.state <> 'refunded' AND ${day('c.opened_at')} = k.spent_day
      WHERE k.spent_day IS NOT NULL GROUP BY k.id HAVING min(k.spent_on_day) <> coalesce(sum(c.price), 0)`,
  },
];

const USAGE_OF_CALL = {
  charges: '1',
  settled: `CASE WHEN state = 'settled' THEN 1 ELSE 0 END`,
  spent: `CASE WHEN state = 'refunded' THEN 0 ELSE price END`,
} as const;

const buildRollupChecks = (day: (column: string) => string): Check[] => [
  ...(['charges', 'settled', 'spent'] as const).map((column) => ({
    what: `${column} of a day's usage differ from the calls`,
    sql: `SELECT mode, min(account_id) || ' ' || day || ' ' || tool AS subject, sum(found) AS found,
      sum(expected) AS expected FROM (
        SELECT mode, account_id, day, lineage, tool, ${column} AS found, 0 AS expected FROM usage_daily UNION ALL
        SELECT mode, account_id, ${day('opened_at')}, lineage, tool, 0, ${USAGE_OF_CALL[column]} FROM calls WHERE price > 0) both_sides
      GROUP BY mode, account_id, day, lineage, tool HAVING sum(found) <> sum(expected)`,
  })),
  ...(['debit', 'credit'] as const).map((side) => ({
    what: `${side} sum of a system account's day differs from the transfers`,
    sql: `SELECT mode, account || ' ' || day AS subject, sum(found) AS found, sum(expected) AS expected FROM (
        SELECT mode, account, day, ${side} AS found, 0 AS expected FROM system_daily UNION ALL
        SELECT mode, ${side}_account, ${day('at')}, 0, amount FROM transfers WHERE ${side}_account <> account_id) both_sides
      GROUP BY mode, account, day HAVING sum(found) <> sum(expected)`,
  })),
  {
    what: 'callers and system accounts do not cancel out',
    sql: `SELECT mode, 'all accounts' AS subject, sum(amount) AS found, 0 AS expected FROM (
        SELECT mode, balance AS amount FROM accounts UNION ALL
        SELECT mode, credit - debit FROM system_daily) both_sides GROUP BY mode HAVING sum(amount) <> 0`,
  },
];
