/** Collects from the sources that are due: one item a source. */
import { defineJob } from '../../../jobs/define.ts';

/** A source whose articles are pages takes a second for each. */
const SOURCE_MS = 5 * 60_000;

export const scrape = defineJob({
  kind: 'scrape',
  itemMs: SOURCE_MS,
  isDue: async ({ services: { sources } }, _lastAtMs, nowMs) =>
    sources.isScheduled && (await sources.listDue(nowMs)).length > 0,
  count: async ({ services: { sources, database } }) => (await sources.listDue(await database.now())).length,
  async list({ services: { sources, database } }, afterKey, most) {
    const due = await sources.listDue(await database.now());
    const behind = due.filter(({ type }) => afterKey === null || type > afterKey);
    return behind.slice(0, most).map(({ type, name }) => ({ key: type, id: { source_type: type }, title: name }));
  },
  run: ({ key }, ctx) => ctx.services.sources.collect(key, ctx),
});
