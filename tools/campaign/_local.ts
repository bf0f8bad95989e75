/** Fields and checks of campaigns that go out at a local time. */
import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { isZone } from '../../src/lib/zoned-time.ts';
import { parseDay } from '../../src/newsroom/common/days.ts';
import { planLocalTimes } from '../../src/newsroom/mailing/campaigns/local/local-reads.ts';
import { IF_PASSED, type LocalSchedule } from '../../src/newsroom/mailing/campaigns/local/local-time.ts';
import type { Campaign } from '../../src/newsroom/mailing/campaigns/reads.ts';

const AHEAD_MS_MAX = 366 * 86_400_000;
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;

const isLocalTime = (text: string): boolean => LOCAL_TIME.test(text) && parseDay(text.slice(0, 10)) !== null;

export const localFields = {
  local_time: z
    .string()
    .refine(isLocalTime, 'not a local time, such as 2027-01-15T09:00')
    .refine((text) => !(Date.parse(`${text}Z`) - Date.now() > AHEAD_MS_MAX), 'at most a year ahead')
    .nullish()
    .describe('Time to send on each recipient’s own clock, without offset. Instead of send_at.'),
  fallback_time_zone: z
    .string()
    .refine(isZone, 'not the name of a time zone, such as Asia/Tokyo')
    .nullish()
    .describe('Time zone of recipients whose own is unknown, IANA name. Default: that of your company.'),
  if_passed: z
    .enum(IF_PASSED)
    .nullish()
    .describe('Recipients whose local time has passed: now (default) sends at once, next_day at that time tomorrow.'),
};

const fields = z.object(localFields);

export async function readLocal(
  { services }: CallContext,
  companyId: string,
  { local_time, fallback_time_zone, if_passed }: z.output<typeof fields>,
): Promise<LocalSchedule | null> {
  if (local_time == null) return null;
  return {
    localTime: local_time,
    fallbackZone: fallback_time_zone ?? (await services.identity.readCompany(companyId)).timezone,
    ifPassed: if_passed ?? 'now',
  };
}

export interface ChosenTimes {
  sendAt: string | null | undefined;
  local: LocalSchedule | null;
}

/** Throws INVALID_INPUT for a time that has passed for everybody, and for two times at once. */
export async function refusePast(
  { services: { database } }: CallContext,
  campaign: Pick<Campaign, 'id' | 'company_id'>,
  { sendAt, local }: ChosenTimes,
): Promise<void> {
  if (sendAt != null && local !== null)
    throw createTimeError('local_time', local.localTime, 'Send send_at or local_time, not both');
  if (sendAt != null && Date.parse(sendAt) <= (await database.now()))
    throw createTimeError('send_at', sendAt, 'send_at must be in the future');
  if (local === null) return;
  const query = { companyId: campaign.company_id, campaignId: campaign.id, schedule: local, isStored: false };
  const plans = await database.read(planLocalTimes, query);
  if (plans.length > 0 && plans.every(({ isPassed }) => isPassed))
    throw createTimeError('local_time', local.localTime, 'local_time has passed for every recipient');
}

export function createTimeError(field: string, input: string | null, message: string): FareboxError {
  const item = {
    type: 'value_error',
    loc: ['body', field],
    msg: `Value error, ${message}`,
    input,
    ctx: { error: {} },
  };
  return new FareboxError('INVALID_INPUT', { message, validation: JSON.stringify([item]) });
}
