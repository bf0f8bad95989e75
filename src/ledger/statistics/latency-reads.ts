/** Reads latencies of tools and providers across all servers. */
import { defineRead } from '../../database/define.ts';
import { sumOf } from '../../database/dialect.ts';
import type { View } from '../../database/types.ts';
import type { Mode } from '../../kernel/principal.ts';
import type { LatencyDayRow } from './latency-tables.ts';

export type LatencyTotal = Pick<LatencyDayRow, 'subject' | 'name' | 'ms' | 'successes' | 'failures'>;

/** By classes of duration, from the UTC day `since` on. */
export const sumLatencies = defineRead(
  'latencies.sum',
  ({ db }: View, { mode, since }: { mode: Mode; since: string }): Promise<LatencyTotal[]> =>
    db
      .selectFrom('latency_days')
      .select(['subject', 'name', 'ms', sumOf('successes').as('successes'), sumOf('failures').as('failures')])
      .where('mode', '=', mode)
      .where('day', '>=', since)
      .groupBy(['subject', 'name', 'ms'])
      .execute(),
);
