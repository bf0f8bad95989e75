/** Deletes all expired rows. The sweeper only removes a portion every half minute. */
import { defineJob } from './define.ts';

const EVERY_MS = 3_600_000;
const ROUNDS_MAX = 10_000;

export const retention = defineJob({
  kind: 'retention',
  isDue: async (_ctx, lastAtMs, nowMs) => lastAtMs === null || Math.abs(nowMs - lastAtMs) >= EVERY_MS,
  count: async () => 1,
  list: async (_ctx, afterKey) =>
    afterKey === null ? [{ key: 'rows', id: {}, title: 'Rows whose time is over' }] : [],
  async run(_item, { services: { database }, signal }) {
    for (let round = 0; round < ROUNDS_MAX && (await database.purge()) > 0; round++) signal.throwIfAborted();
  },
});
