/** The last days of a provider, as bars. */
import type { DayBar } from '../../components/days.tsx';
import type { Output } from '../common/answers.ts';
import { toCount, toDay, toPercent } from '../common/workspace.ts';
import { t } from './facts.ts';

type Days = Output<'admin-provider-history'>['items'][number]['days'];

export const DAYS = 30;
const DAY_MS = 86_400_000;
/** Shares of failures from which a day is poor, and bad. */
const POOR = 0.02;
const BAD = 0.2;

/** Every day, also those on which nobody asked. */
export function listDays(days: Days, to: string): DayBar[] {
  return Array.from({ length: DAYS }, (_, at) => {
    const date = new Date(Date.parse(to) - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, to.length);
    const day = days.find((one) => one.date === date);
    if (!day) return { day: toDay(date), text: '', state: null };
    const share = day.failures / day.requests;
    const text = `${t('requests')} ${toCount(day.requests)}, ${t('failedShare', { share: toPercent(share) })}`;
    return { day: toDay(date), text, state: share >= BAD ? 'bad' : share >= POOR ? 'caution' : 'good' };
  });
}
