/** Opens and clicks have their time; their totals stay. */
import { defineJob } from '../../../jobs/define.ts';
import { totalEvents } from './writes.ts';

const EVERY_MS = 3_600_000;
const ROUNDS_MAX = 10_000;

export const eventRetention = defineJob({
  kind: 'event-retention',
  isDue: async (_ctx, lastAtMs, nowMs) => lastAtMs === null || nowMs - lastAtMs >= EVERY_MS,
  count: async () => 1,
  list: async (_ctx, afterKey) =>
    afterKey === null ? [{ key: 'events', id: {}, title: 'Opens and clicks whose time is over' }] : [],
  async run(_item, { services: { database, tracking }, signal }) {
    const { keptMs } = tracking;
    for (let round = 0; round < ROUNDS_MAX && (await database.write(totalEvents, { keptMs })) > 0; round++)
      signal.throwIfAborted();
  },
});
