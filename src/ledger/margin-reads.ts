/** What calls have brought and cost, while the server runs. Bounded by time along the primary key: ids sort by time. */
import { defineRead } from '../database/define.ts';
import { readDay } from '../database/dialect.ts';
import { createTimeOrderedId } from '../kernel/ids.ts';
import type { MarginSums } from './margin-store.ts';

/** Ids are made by a server's clock and times by the database's: they may differ by so much. */
const CLOCKS_APART_MS = 3_600_000;
const TIME_CHARACTERS = 'call_'.length + 9;

export interface DayMargin extends MarginSums {
  /** UTC. */
  day: string;
}

/** Of the calls that were opened at `fromMs` or later and have ended, by mode, tool and day. */
export const readMarginByTool = defineRead(
  'margin.byTool',
  async ({ db, engine }, { fromMs }: { fromMs: number }): Promise<DayMargin[]> => {
    const day = readDay({ engine }, 'opened_at').as('day');
    const fromId = createTimeOrderedId('call_', Math.max(0, fromMs - CLOCKS_APART_MS)).slice(0, TIME_CHARACTERS);
    const rows = await db
      .selectFrom('calls')
      .select(['mode', 'tool', day])
      .select(({ fn }) => [
        fn.countAll<number>().filterWhere('state', '=', 'settled').filterWhere('price', '>', 0).as('settled'),
        fn.sum<number | null>('price').filterWhere('state', '=', 'settled').as('revenue'),
        fn.sum<number | null>('cost').as('cost'),
        fn.countAll<number>().filterWhere('state', '=', 'settled').filterWhere('cost', 'is', null).as('unknown'),
        fn.countAll<number>().filterWhere('state', '=', 'refunded').filterWhere('price', '>', 0).as('refunded'),
      ])
      .where('id', '>=', fromId)
      .where('opened_at', '>=', fromMs)
      .where((eb) => eb.or([eb('price', '>', 0), eb('cost', '>', 0)]))
      .groupBy(['mode', 'tool', 'day'])
      .orderBy('mode')
      .orderBy('tool')
      .orderBy('day')
      .execute();
    return rows.map(({ mode, tool, day, ...sums }) => ({
      mode,
      tool,
      day,
      settled: Number(sums.settled),
      revenue: Number(sums.revenue ?? 0),
      cost: Number(sums.cost ?? 0),
      unknown: Number(sums.unknown),
      refunded: Number(sums.refunded),
    }));
  },
);
