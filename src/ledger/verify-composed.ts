/** The proofs of composed calls: a part belongs to one call, ends with it, and stands only where the whole stands. */
import type { Check } from './verify-types.ts';

const WITH_PARENT = 'FROM calls c LEFT JOIN calls p ON p.id = c.parent_id WHERE c.parent_id IS NOT NULL';

export const composedChecks: Check[] = [
  {
    what: 'part of a composed call belongs to no call of its account, mode, key and instance',
    sql: `SELECT c.mode, c.id AS subject, coalesce(p.id, 'none') AS found, c.parent_id AS expected ${WITH_PARENT}
      AND (p.id IS NULL OR p.account_id <> c.account_id OR p.mode <> c.mode OR p.lineage <> c.lineage
        OR p.owner <> c.owner OR p.parent_id IS NOT NULL)`,
  },
  {
    what: 'part of a composed call was not closed together with the whole',
    sql: `SELECT c.mode, c.id AS subject, c.state AS found, p.state AS expected ${WITH_PARENT}
      AND ((c.state = 'open') <> (p.state = 'open') OR coalesce(c.closed_at, 0) <> coalesce(p.closed_at, 0))`,
  },
  {
    what: 'part of a composed call was settled although the whole was refunded',
    sql: `SELECT c.mode, c.id AS subject, c.state AS found, p.state AS expected ${WITH_PARENT}
      AND c.state = 'settled' AND p.state = 'refunded'`,
  },
  {
    what: 'part of a composed call was opened outside of it, or has another deadline',
    sql: `SELECT c.mode, c.id AS subject, c.deadline_at AS found, p.deadline_at AS expected ${WITH_PARENT}
      AND (c.deadline_at <> p.deadline_at OR c.opened_at < p.opened_at)`,
  },
  {
    what: 'part of a composed call has an idempotency key',
    sql: `SELECT mode, id AS subject, claim_key AS found, 'none' AS expected FROM calls
      WHERE parent_id IS NOT NULL AND claim_key IS NOT NULL`,
  },
];
