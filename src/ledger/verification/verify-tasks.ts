/** The proof of the callers' tasks: what each has spent is what its calls cost that run or have settled. */
import type { Check } from './verify-types.ts';

const CHARGED = `SELECT account_id, task_ref, price FROM open_calls WHERE task_ref IS NOT NULL
  UNION ALL SELECT account_id, task_ref, price FROM calls WHERE task_ref IS NOT NULL AND state = 'settled'
  UNION ALL SELECT account_id, task_ref, amount FROM wallet_payments
    WHERE task_ref IS NOT NULL AND state IN ('claimed', 'answered')`;

export const taskChecks: readonly Check[] = [
  {
    what: 'spending of a task differs from its calls',
    sql: `SELECT t.mode, t.account_id || ' ' || t.task_ref AS subject, t.spent AS found, coalesce(c.spent, 0) AS expected
      FROM tasks t LEFT JOIN (SELECT account_id, task_ref, sum(price) AS spent FROM (${CHARGED}) AS charged
        GROUP BY account_id, task_ref) c ON c.account_id = t.account_id AND c.task_ref = t.task_ref
      WHERE t.spent <> coalesce(c.spent, 0)`,
  },
];
