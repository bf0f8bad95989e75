import { formatDay } from '../../database/clock.ts';
import { definePurge, defineWrite } from '../../database/define.ts';
import type { Tx } from '../../database/types.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { BookCheckKind, UpstreamDayRow } from './record-tables.ts';

export type UpstreamCounts = Omit<UpstreamDayRow, 'day'>;

/** Adds what this server has counted since it last did. */
export const addUpstreamCounts = defineWrite(
  'records.addUpstreamCounts',
  async ({ db, day }: Tx, counts: readonly UpstreamCounts[]): Promise<null> => {
    for (const { mode, provider, requests, failures, refusals, latency_ms, latency_ms_max } of counts) {
      const amounts = { requests, failures, refusals, latency_ms, latency_ms_max };
      await db
        .insertInto('upstream_days')
        .values({ mode, provider, day, ...amounts })
        .onConflict((conflict) =>
          conflict.columns(['mode', 'provider', 'day']).doUpdateSet((eb) => ({
            requests: eb('upstream_days.requests', '+', requests),
            failures: eb('upstream_days.failures', '+', failures),
            refusals: eb('upstream_days.refusals', '+', refusals),
            latency_ms: eb('upstream_days.latency_ms', '+', latency_ms),
            latency_ms_max: eb
              .case()
              .when('upstream_days.latency_ms_max', '<', latency_ms_max)
              .then(latency_ms_max)
              .else(eb.ref('upstream_days.latency_ms_max'))
              .end(),
          })),
        )
        .execute();
    }
    return null;
  },
);

export interface BookCheck {
  kind: BookCheckKind;
  isOk: boolean;
  lines: readonly string[];
  startedAtMs: number;
}

/** In place of the one before. */
export const recordBookCheck = defineWrite('records.bookCheck', async ({ db, nowMs }: Tx, check: BookCheck) => {
  const { kind, isOk, lines, startedAtMs } = check;
  const changes = {
    ok: isOk ? 1 : 0,
    lines: JSON.stringify(lines),
    started_at: startedAtMs,
    ended_at: nowMs,
  } as const;
  await db
    .insertInto('book_checks')
    .values({ kind, ...changes })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(changes))
    .execute();
  return null;
});

export const HISTORY_DAYS = 90;
const PURGE_MAX = 500;

export const purgeUpstreamDays = definePurge('upstream_days', async ({ db, nowMs }) => {
  const before = formatDay(nowMs - HISTORY_DAYS * DAY_MS);
  const old = db.selectFrom('upstream_days').select(['mode', 'provider', 'day']).where('day', '<', before);
  const rows = await old.limit(PURGE_MAX).execute();
  for (const { mode, provider, day } of rows) {
    const own = db.deleteFrom('upstream_days').where('mode', '=', mode).where('provider', '=', provider);
    await own.where('day', '=', day).execute();
  }
  return rows.length;
});
