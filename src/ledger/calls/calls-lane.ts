/** The lane of calls: their opening and closing goes before every other write, many in one commit. */
import type { LaneDefinition } from '../../database/lane.ts';
import type { Operation, Verdict } from '../operations.ts';
import type { SqliteCallsOptions } from '../sqlite/calls-lane.ts';
import type { LedgerLimits } from '../types.ts';

export function buildCallsLane({ refundsPerHour, batchMax }: LedgerLimits): LaneDefinition<Operation, Verdict> {
  const options: SqliteCallsOptions = { refundsPerHour };
  return {
    sqlite: { path: 'ledger/sqlite/calls-lane.ts', options },
    openPostgres: async () => {
      const { openPostgresCalls } = await import('../postgres/calls-lane.ts');
      return openPostgresCalls(refundsPerHour);
    },
    // A close is never refused: what is open is bounded already, and must be closed.
    mayRefuse: (operation) => operation.kind === 'open',
    batchMax,
  };
}
