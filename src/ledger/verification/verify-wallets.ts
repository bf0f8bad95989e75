/** Checks wallet payments: each settled payment was credited and charged once, and nothing else was. */
import { taskChecks } from './verify-tasks.ts';
import type { Check } from './verify-types.ts';

export const walletChecks: readonly Check[] = [
  // The tasks of accounts, too: what wallets have claimed counts for theirs.
  ...taskChecks,
  {
    what: 'settled wallet payment was not credited once',
    sql: `SELECT p.mode, p.id AS subject, coalesce(d.amount, 0) AS found, p.amount AS expected FROM wallet_payments p
      LEFT JOIN deposits d ON d.external_id = 'x402:' || p.id AND d.account_id = p.account_id AND d.mode = p.mode
      WHERE p.state = 'settled' AND (d.amount IS NULL OR d.amount <> p.amount)`,
  },
  {
    what: 'settled wallet payment has not paid its call',
    sql: `SELECT p.mode, p.id AS subject, coalesce(c.price, 0) AS found, p.amount AS expected FROM wallet_payments p
      LEFT JOIN calls c ON c.id = p.call_id AND c.account_id = p.account_id AND c.mode = p.mode AND c.tool = p.tool
        AND c.state = 'settled'
      WHERE p.state = 'settled' AND p.purpose = 'call' AND (c.price IS NULL OR c.price <> p.amount)`,
  },
  {
    what: 'wallet payment of a deposit names a call',
    sql: `SELECT mode, id AS subject, call_id AS found, 'none' AS expected FROM wallet_payments
      WHERE purpose = 'deposit' AND call_id IS NOT NULL`,
  },
  {
    what: 'wallet deposit belongs to no settled payment',
    sql: `SELECT d.mode, d.external_id AS subject, d.amount AS found, 0 AS expected FROM deposits d
      LEFT JOIN wallet_payments p ON d.external_id = 'x402:' || p.id AND p.state = 'settled'
      WHERE d.source = 'wallet' AND p.id IS NULL`,
  },
  {
    what: 'wallet payment that was not settled has charged a call',
    sql: `SELECT p.mode, p.id AS subject, c.price AS found, 0 AS expected FROM wallet_payments p JOIN calls c ON c.id = p.call_id
      WHERE p.state <> 'settled' AND c.price > 0`,
  },
  {
    what: 'idempotency key does not fit the state of its wallet payment',
    sql: `SELECT p.mode, p.id AS subject, p.state AS found, CASE WHEN i.expires_at IS NULL THEN 'open' ELSE 'settled' END AS expected
      FROM idempotency i JOIN wallet_payments p ON p.id = i.call_id
      WHERE CASE WHEN i.expires_at IS NULL THEN p.state NOT IN ('claimed', 'answered') ELSE p.state <> 'settled' END`,
  },
  {
    what: 'open wallet payment has lost its idempotency key',
    sql: `SELECT p.mode, p.id AS subject, 'none' AS found, p.claim_key AS expected FROM wallet_payments p LEFT JOIN idempotency i
      ON i.scope = p.claim_scope AND i.key = p.claim_key AND i.call_id = p.id
      WHERE p.claim_key IS NOT NULL AND p.state IN ('claimed', 'answered') AND i.key IS NULL`,
  },
  {
    what: 'wallet payment has a state that does not fit its times',
    sql: `SELECT mode, id AS subject, state AS found, 'ended exactly when it has an end' AS expected FROM wallet_payments
      WHERE (state IN ('claimed', 'answered')) <> (ended_at IS NULL) OR (state = 'answered') <> (next_at IS NOT NULL)`,
  },
];
