/**
 * Makes analysed articles of sources public, and delivers what is due: these, what was published while the target was away,
 * and what a dead server was delivering. Then search engines are told what has changed.
 */
import { defineJob } from '../../../jobs/define.ts';
import { countPushes, listPushes, lookForPushes } from './reads.ts';
import { claimPush, pushCollected } from './writes.ts';

/** Comes after all articles, whose keys are their numbers. */
const ANNOUNCEMENT = { key: 'announcement', id: {}, title: 'What search engines are told' };

export const push = defineJob({
  kind: 'push',
  async isDue({ services: { announcer, publishing, sources, database } }, _lastAtMs, nowMs) {
    if (await announcer.isDue(nowMs)) return true;
    if (publishing.target === null && !sources.isScheduled) return false;
    const { isNew, isDue } = await lookForPushes(database.db, nowMs);
    return (isNew && sources.isScheduled) || (isDue && publishing.target !== null);
  },
  async count({ services: { announcer, database } }) {
    const nowMs = await database.now();
    return (await countPushes(database.db, nowMs)) + Number(await announcer.isDue(nowMs));
  },
  async list({ services: { announcer, database } }, afterKey, most) {
    if (afterKey === ANNOUNCEMENT.key) return [];
    const nowMs = await database.now();
    const due = await listPushes(database.db, nowMs, Number(afterKey ?? 0), most);
    if (due.length === 0) return (await announcer.isDue(nowMs)) ? [ANNOUNCEMENT] : [];
    return due.map(({ id, title }) => ({ key: String(id), id: { article_id: id }, title }));
  },
  async run({ key }, ctx) {
    const { announcer, publishing, database } = ctx.services;
    if (key === ANNOUNCEMENT.key) return await announcer.announce(ctx);
    const courier = publishing.openCourier();
    const articleId = Number(key);
    const published = await database.write(pushCollected, { articleId, courier });
    const claimed = published ?? (courier && (await database.write(claimPush, { articleId, ...courier })));
    if (claimed) await publishing.deliver(claimed, ctx);
  },
});
