/** Delivers what is due: what was published while the target was away, and what a dead server was delivering. */
import { defineJob } from '../../jobs/define.ts';
import { countDuePushes, listDuePushes } from './reads.ts';
import { claimPush } from './writes.ts';

export const push = defineJob({
  kind: 'push',
  isDue: async ({ services: { publishing, database } }, _lastAtMs, nowMs) =>
    publishing.target !== null && (await listDuePushes(database.db, nowMs, 0, 1)).length > 0,
  count: async ({ services: { database } }) => countDuePushes(database.db, await database.now()),
  async list({ services: { database } }, afterKey, most) {
    const due = await listDuePushes(database.db, await database.now(), Number(afterKey ?? 0), most);
    return due.map(({ id, title }) => ({ key: String(id), id: { article_id: id }, title }));
  },
  async run({ key }, ctx) {
    const { publishing, database } = ctx.services;
    const courier = publishing.openCourier();
    const claimed = courier && (await database.write(claimPush, { articleId: Number(key), ...courier }));
    if (claimed) await publishing.deliver(claimed, ctx);
  },
});
