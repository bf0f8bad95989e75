/** Emails of a campaign by the time zones of their recipients. */
import { defineRead } from '../../../../database/define.ts';
import type { Db, View } from '../../../../database/types.ts';
import type { MailItem } from '../../queue/reads.ts';
import { UNTIL_DECIDED } from '../../queue/types.ts';
import { findZone, type LocalSchedule, type MailZone, planZones, type ZonePlan } from './local-time.ts';

const selectZones = (db: Db, companyId: string, campaignId: number) =>
  db
    .selectFrom('mail_items')
    .where('mail_items.campaign_id', '=', campaignId)
    .where('mail_items.kind', '=', 'campaign')
    .where('mail_items.company_id', '=', companyId)
    .leftJoin('media_items', 'media_items.id', 'mail_items.media_id')
    .select(['mail_items.id', 'mail_items.next_attempt_at', 'media_items.time_zone', 'media_items.country'])
    .orderBy('mail_items.id');

/** Of emails that have not gone out; with `group`, of those alone. */
export async function listMailZones(
  db: Db,
  companyId: string,
  campaignId: number,
  group?: MailItem['subject_group'],
): Promise<MailZone[]> {
  const waiting = selectZones(db, companyId, campaignId).where('status', 'in', ['draft', 'queued']);
  const rows = await (group === undefined ? waiting : waiting.where('subject_group', '=', group)).execute();
  return rows.map((row) => ({ id: row.id, zone: findZone(row) }));
}

export interface LocalTimesQuery {
  companyId: string;
  campaignId: number;
  schedule: LocalSchedule;
  /** The campaign waits by it: emails have their times already. */
  isStored: boolean;
}

export const planLocalTimes = defineRead(
  'campaigns.localTimes',
  async ({ db, nowMs }: View, { companyId, campaignId, schedule, isStored }: LocalTimesQuery): Promise<ZonePlan[]> => {
    if (!isStored) return planZones(await listMailZones(db, companyId, campaignId), schedule, nowMs);
    const rows = await selectZones(db, companyId, campaignId)
      .where('status', 'in', ['queued', 'retry'])
      .where('next_attempt_at', '<', UNTIL_DECIDED)
      .execute();
    const plans = new Map<string, ZonePlan>();
    for (const row of rows) {
      const zone = findZone(row);
      const at = row.next_attempt_at ?? nowMs;
      const key = `${zone ?? ''} ${at}`;
      const named = { zone: zone ?? schedule.fallbackZone, isFallback: zone === null };
      const plan = plans.get(key) ?? { ...named, mailIds: [], at, isPassed: at <= nowMs };
      plan.mailIds.push(row.id);
      plans.set(key, plan);
    }
    return [...plans.values()].sort((one, other) => one.at - other.at);
  },
);

export interface WaitingTimes {
  firstAt: number;
  lastAt: number;
}

/** Due times of the next and the last email, by campaign. Left out: campaigns without waiting emails, and emails that wait for the winner of a subject test. */
export async function findWaitingTimes(db: Db, ids: readonly number[]): Promise<Map<number, WaitingTimes>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('mail_items')
    .select(({ fn }) => [
      'campaign_id',
      fn.min('next_attempt_at').as('firstAt'),
      fn.max('next_attempt_at').as('lastAt'),
    ])
    .where('campaign_id', 'in', ids)
    .where('kind', '=', 'campaign')
    .where('status', 'in', ['queued', 'retry'])
    .where('next_attempt_at', '<', UNTIL_DECIDED)
    .groupBy('campaign_id')
    .execute();
  return new Map(
    rows.flatMap(({ campaign_id, firstAt, lastAt }) =>
      campaign_id === null || firstAt === null || lastAt === null
        ? []
        : [[campaign_id, { firstAt: Number(firstAt), lastAt: Number(lastAt) }]],
    ),
  );
}
