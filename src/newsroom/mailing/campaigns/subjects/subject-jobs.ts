/** Ends subject tests whose time is over: the winner goes to the rest. */
import { defineJob } from '../../../../jobs/define.ts';
import { findCheck, listSubjectChecks } from './subject-reads.ts';
import { decideSubject } from './subject-writes.ts';

const COUNTED_MAX = 1_000;

export const subjectTests = defineJob({
  kind: 'campaign-subjects',
  isDue: async ({ services: { database } }, _lastAtMs, nowMs) =>
    (await listSubjectChecks(database.db, nowMs, 0, 1)).length > 0,
  count: async ({ services: { database } }) =>
    (await listSubjectChecks(database.db, await database.now(), 0, COUNTED_MAX)).length,
  async list({ services: { database } }, afterKey, most) {
    const due = await listSubjectChecks(database.db, await database.now(), Number(afterKey ?? 0), most);
    return due.map(({ id, name }) => ({ key: String(id), id: { campaign_id: id }, title: name }));
  },
  async run({ key }, { services: { database, sending } }) {
    const id = Number(key);
    const campaign = await findCheck(database.db, id);
    if (campaign === undefined) return;
    await database.write(decideSubject, { companyId: campaign.company_id, id, winner: null, userId: null });
    sending.wake();
  },
});
