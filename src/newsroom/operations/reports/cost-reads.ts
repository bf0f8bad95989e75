/** Reads provider costs from the daily totals. */
import { defineRead } from '../../../database/define.ts';
import { countRows } from '../../../database/dialect.ts';
import type { View } from '../../../database/types.ts';
import { addDays, findDayStart } from '../../common/days.ts';
import type { CostDayRow, UpstreamCostRow } from '../../costs/tables.ts';
import { NO_MAILINGS } from '../../mailing/queue/types.ts';

export interface CostPeriod {
  /** The first and the last day. */
  from: string;
  to: string;
  zone: string;
}

export interface CostReport {
  days: CostDayRow[];
  articles: number;
  mails: number;
  /** Of the month that the last day lies in. */
  monthMicros: number;
}

export const readCosts = defineRead(
  'reports.readCosts',
  async ({ db }: View, period: CostPeriod): Promise<CostReport> => {
    const { from, to, zone } = period;
    const [sinceMs, untilMs] = [findDayStart(from, zone), findDayStart(addDays(to, 1), zone)];
    const days = await db.selectFrom('cost_days').selectAll().where('day', '>=', from).where('day', '<=', to).execute();
    const articles = await db
      .selectFrom('articles')
      .select(countRows().as('count'))
      .where('analyzed_at', '>=', sinceMs)
      .where('analyzed_at', '<', untilMs)
      .executeTakeFirstOrThrow();
    const mails = await db
      .selectFrom('mail_items')
      .select(countRows().as('count'))
      .where('sent_at', '>=', sinceMs)
      .where('sent_at', '<', untilMs)
      .where('kind', 'not in', NO_MAILINGS)
      .executeTakeFirstOrThrow();
    const month = db
      .selectFrom('cost_months')
      .select('spent_micros')
      .where('month', '=', to.slice(0, 'YYYY-MM'.length));
    const monthMicros = (await month.executeTakeFirst())?.spent_micros ?? 0;
    return { days, articles: articles.count, mails: mails.count, monthMicros };
  },
);

export type ShownCost = Pick<
  UpstreamCostRow,
  | 'at'
  | 'service'
  | 'provider'
  | 'operation'
  | 'article_id'
  | 'input_tokens'
  | 'output_tokens'
  | 'cost_micros'
  | 'status'
>;

export const listNewestCosts = defineRead(
  'reports.listNewestCosts',
  ({ db }: View, { most }: { most: number }): Promise<ShownCost[]> =>
    db
      .selectFrom('upstream_costs')
      .select(['at', 'service', 'provider', 'operation', 'article_id'])
      .select(['input_tokens', 'output_tokens', 'cost_micros', 'status'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(most)
      .execute(),
);
