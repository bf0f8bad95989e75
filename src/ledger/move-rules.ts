/** What a move between databases must know about the ledger's tables. */
import type { MoveRules } from '../database/move/types.ts';

export const moveRules: MoveRules = {
  // A copy is verified from its first entry, whatever was verified before.
  skipped: ['schema_versions', 'move_state', 'proofs'],
  emptyWhenIdle: ['open_calls'],
  summed: { usage_daily: ['charges', 'refunds', 'spent'] },
  sequences: { transfer_numbers: { table: 'transfers', column: 'n' } },
};
