/** Checks card deposits: provider reports, credited and reversed amounts, and debts. */
import type { Check } from './verify-types.ts';

/** Amount that has to be taken back from a payment. */
const DUE = `CASE WHEN refunded + disputed < amount THEN refunded + disputed ELSE amount END`;

export const paymentChecks: readonly Check[] = [
  {
    what: 'paid checkout was not credited',
    sql: `SELECT c.mode, c.id AS subject, coalesce(d.amount, 0) AS found, c.amount AS expected FROM checkouts c
      LEFT JOIN deposits d ON d.external_id = 'stripe:' || c.session_id AND d.account_id = c.account_id AND d.mode = c.mode
      LEFT JOIN payments p ON p.checkout_id = c.id AND p.account_id = c.account_id AND p.mode = c.mode AND p.amount = c.amount
      WHERE c.state = 'paid' AND (d.amount IS NULL OR d.amount <> c.amount OR p.id IS NULL)`,
  },
  {
    what: 'card deposit belongs to no paid checkout',
    sql: `SELECT d.mode, d.external_id AS subject, d.amount AS found, 0 AS expected FROM deposits d
      LEFT JOIN checkouts c ON d.external_id = 'stripe:' || c.session_id AND c.state = 'paid'
      WHERE d.external_id LIKE 'stripe:%' AND c.id IS NULL`,
  },
  {
    what: 'what was taken back for a payment does not follow from its refunds and disputes',
    sql: `SELECT mode, id AS subject, taken AS found, ${DUE} AS expected FROM (
        SELECT p.mode, p.id, p.taken, p.amount, p.refunded, (SELECT coalesce(sum(d.withheld), 0) FROM disputes d
          WHERE d.payment_id = p.id AND d.mode = p.mode) AS disputed FROM payments p) told
      WHERE taken <> ${DUE}`,
  },
  {
    what: 'automatic top-up is pending without belonging to its account',
    sql: `SELECT c.mode, c.id AS subject, 'pending' AS found, 'the pending top-up of its account' AS expected FROM checkouts c
      LEFT JOIN auto_top_ups t ON t.account_id = c.account_id AND t.pending_id = c.id
      WHERE c.kind = 'top_up' AND c.state = 'pending' AND t.account_id IS NULL`,
  },
  {
    what: 'account waits for an automatic top-up that is not pending',
    sql: `SELECT t.mode, t.account_id AS subject, coalesce(c.state, 'none') AS found, 'pending' AS expected FROM auto_top_ups t
      LEFT JOIN checkouts c ON c.id = t.pending_id AND c.account_id = t.account_id AND c.mode = t.mode AND c.kind = 'top_up'
      WHERE t.pending_id IS NOT NULL AND (c.state IS NULL OR c.state <> 'pending')`,
  },
  {
    what: 'account has paid more than it owed',
    sql: `SELECT mode, account AS subject, sum(debit - credit) AS found, 'at least 0' AS expected FROM system_daily
      WHERE account LIKE 'receivable:%' GROUP BY mode, account HAVING sum(debit - credit) < 0`,
  },
  {
    what: 'account is held for a payment without being suspended',
    sql: `SELECT a.mode, a.id AS subject, a.status AS found, 'suspended' AS expected FROM payment_holds h
      JOIN accounts a ON a.id = h.account_id WHERE a.status <> 'suspended'`,
  },
];

export const takenChecks: readonly Check[] = [
  {
    what: 'what was taken back from an account differs from the transfers',
    sql: `SELECT a.mode, a.id AS subject, coalesce(p.taken, 0) AS found, coalesce(t.moved, 0) AS expected FROM accounts a
      LEFT JOIN (SELECT account_id, sum(taken) AS taken FROM payments WHERE account_id IS NOT NULL GROUP BY account_id) p
        ON p.account_id = a.id
      LEFT JOIN (SELECT account_id, -sum(amount) AS moved FROM transfers WHERE kind = 'reversal' AND counter = 'deposits'
        GROUP BY account_id) t
        ON t.account_id = a.id
      WHERE coalesce(p.taken, 0) <> coalesce(t.moved, 0)`,
  },
];
