import { formatDay } from '../../database/clock.ts';
import { definePurge, defineWrite } from '../../database/define.ts';
import type { Tx } from '../../database/types.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { LatencyDayRow } from './latency-tables.ts';

export type LatencyCounts = Omit<LatencyDayRow, 'day'>;

/** Adds what this server has counted since it last did. */
export const addLatencies = defineWrite(
  'latencies.add',
  async ({ db, day }: Tx, counts: readonly LatencyCounts[]): Promise<null> => {
    for (const { mode, subject, name, ms, successes, failures } of counts) {
      await db
        .insertInto('latency_days')
        .values({ mode, subject, name, day, ms, successes, failures })
        .onConflict((conflict) =>
          conflict.columns(['mode', 'day', 'subject', 'name', 'ms']).doUpdateSet((eb) => ({
            successes: eb('latency_days.successes', '+', successes),
            failures: eb('latency_days.failures', '+', failures),
          })),
        )
        .execute();
    }
    return null;
  },
);

/** Days that percentiles cover. */
export const LATENCY_DAYS = 30;
const PURGE_MAX = 500;

export const purgeLatencies = definePurge('latency_days', async ({ db, nowMs }) => {
  const before = formatDay(nowMs - LATENCY_DAYS * DAY_MS);
  const old = db.selectFrom('latency_days').select(['mode', 'day', 'subject', 'name', 'ms']).where('day', '<', before);
  const rows = await old.limit(PURGE_MAX).execute();
  for (const { mode, day, subject, name, ms } of rows) {
    const ofDay = db.deleteFrom('latency_days').where('mode', '=', mode).where('day', '=', day);
    await ofDay.where('subject', '=', subject).where('name', '=', name).where('ms', '=', ms).execute();
  }
  return rows.length;
});
