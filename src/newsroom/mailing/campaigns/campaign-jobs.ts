/** Sends campaigns whose time has come, or says that they have missed it. */
import { defineJob } from '../../../jobs/define.ts';
import { findEmbargo } from './embargo.ts';
import { countDueCampaigns, findDueCampaign, listDueCampaigns } from './reads.ts';
import { startDueCampaign } from './state-writes.ts';

export const campaignSchedule = defineJob({
  kind: 'campaign-schedule',
  isDue: async ({ services: { database } }, _lastAtMs, nowMs) =>
    (await listDueCampaigns(database.db, nowMs, 0, 1)).length > 0,
  count: async ({ services: { database } }) => countDueCampaigns(database.db, await database.now()),
  async list({ services: { database } }, afterKey, most) {
    const due = await listDueCampaigns(database.db, await database.now(), Number(afterKey ?? 0), most);
    return due.map(({ id, name }) => ({ key: String(id), id: { campaign_id: id }, title: name }));
  },
  async run({ key }, { services: { database }, server }) {
    const id = Number(key);
    const campaign = await findDueCampaign(database.db, id);
    if (campaign === undefined) return;
    const companyId = campaign.company_id;
    const embargo = await findEmbargo(database.db, companyId, campaign, server.timeZone);
    await database.write(startDueCampaign, { companyId, id, embargo });
  },
});
