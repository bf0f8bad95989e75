/**
 * Makes analysed articles of sources public, and delivers what is due: these, what was published while the target was away,
 * and what a dead server was delivering.
 */
import { defineJob } from '../../jobs/define.ts';
import { countPushes, listPushes, lookForPushes } from './reads.ts';
import { claimPush, pushCollected } from './writes.ts';

export const push = defineJob({
  kind: 'push',
  async isDue({ services: { publishing, sources, database } }, _lastAtMs, nowMs) {
    if (publishing.target === null && !sources.isScheduled) return false;
    const { isNew, isDue } = await lookForPushes(database.db, nowMs);
    return (isNew && sources.isScheduled) || (isDue && publishing.target !== null);
  },
  count: async ({ services: { database } }) => countPushes(database.db, await database.now()),
  async list({ services: { database } }, afterKey, most) {
    const due = await listPushes(database.db, await database.now(), Number(afterKey ?? 0), most);
    return due.map(({ id, title }) => ({ key: String(id), id: { article_id: id }, title }));
  },
  async run({ key }, ctx) {
    const { publishing, database } = ctx.services;
    const courier = publishing.openCourier();
    const articleId = Number(key);
    const published = await database.write(pushCollected, { articleId, courier });
    const claimed = published ?? (courier && (await database.write(claimPush, { articleId, ...courier })));
    if (claimed) await publishing.deliver(claimed, ctx);
  },
});
