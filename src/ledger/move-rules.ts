/** Rules of the ledger's tables for a move between databases. */
import type { MoveRules } from '../database/move/types.ts';

export const moveRules: MoveRules = {
  // A copy is verified from its first entry, whatever was verified before.
  skipped: ['schema_versions', 'move_state', 'proofs'],
  emptyWhenIdle: ['open_calls'],
  summed: { usage_daily: ['charges', 'refunds', 'spent'] },
  sequences: { transfer_numbers: { table: 'transfers', column: 'n' } },
};
