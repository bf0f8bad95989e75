/** Checks the records of sending domains again. */
import { defineJob } from '../../../jobs/define.ts';
import { checkSendingDomain } from './check.ts';
import { countDueDomains, findDueDomain, listDueDomains } from './domain-reads.ts';

export const sendingDomainChecks = defineJob({
  kind: 'sending-domains',
  isDue: async ({ services: { database, domains } }, _lastAtMs, nowMs) =>
    domains.obstacle === null && (await listDueDomains(database.db, nowMs, 0, 1)).length > 0,
  count: async ({ services: { database } }) => countDueDomains(database.db, await database.now()),
  async list({ services: { database } }, afterKey, most) {
    const due = await listDueDomains(database.db, await database.now(), Number(afterKey ?? 0), most);
    return due.map(({ id, domain }) => ({ key: String(id), id: { domain_id: id }, title: domain }));
  },
  async run({ key }, ctx) {
    const { database } = ctx.services;
    const due = await findDueDomain(database.db, Number(key), await database.now());
    if (due) await checkSendingDomain(ctx, due);
  },
});
