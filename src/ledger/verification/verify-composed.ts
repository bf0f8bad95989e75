/** Checks composed calls: each part belongs to one call, ends with it, and is settled only if the whole call is. */
import type { Check } from './verify-types.ts';

/** Running and ended parts, each with its whole: a part runs as long as its whole. */
const WITH_PARENT = {
  open: 'FROM open_calls c LEFT JOIN open_calls p ON p.id = c.parent_id WHERE c.parent_id IS NOT NULL',
  closed: 'FROM calls c LEFT JOIN calls p ON p.id = c.parent_id WHERE c.parent_id IS NOT NULL',
} as const;

const IS_OF_ANOTHER = `(p.id IS NULL OR p.account_id <> c.account_id OR p.mode <> c.mode OR p.lineage <> c.lineage
  OR p.parent_id IS NOT NULL)`;

export const composedChecks: Check[] = [
  ...(['open', 'closed'] as const).map((which) => ({
    what: `part of a composed call belongs to no ${which} call of its account, mode and key`,
    sql: `SELECT c.mode, c.id AS subject, coalesce(p.id, 'none') AS found, c.parent_id AS expected ${WITH_PARENT[which]}
      AND ${IS_OF_ANOTHER}`,
  })),
  {
    what: 'part of a composed call was not closed together with the whole',
    sql: `SELECT c.mode, c.id AS subject, c.closed_at AS found, p.closed_at AS expected ${WITH_PARENT.closed}
      AND c.closed_at <> p.closed_at`,
  },
  {
    what: 'part of a composed call was settled although the whole was refunded',
    sql: `SELECT c.mode, c.id AS subject, c.state AS found, p.state AS expected ${WITH_PARENT.closed}
      AND c.state = 'settled' AND p.state = 'refunded'`,
  },
  {
    what: 'part of a composed call has another instance or deadline than the whole',
    sql: `SELECT c.mode, c.id AS subject, c.owner AS found, p.owner AS expected ${WITH_PARENT.open}
      AND (c.owner <> p.owner OR c.deadline_at <> p.deadline_at)`,
  },
  ...(['open', 'closed'] as const).map((which) => ({
    what: 'part of a composed call was opened before it',
    sql: `SELECT c.mode, c.id AS subject, c.opened_at AS found, p.opened_at AS expected ${WITH_PARENT[which]}
      AND c.opened_at < p.opened_at`,
  })),
  ...(['open_calls', 'calls'] as const).map((table) => ({
    what: 'part of a composed call has an idempotency key',
    sql: `SELECT mode, id AS subject, claim_key AS found, 'none' AS expected FROM ${table}
      WHERE parent_id IS NOT NULL AND claim_key IS NOT NULL`,
  })),
];
