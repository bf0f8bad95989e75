/** Reads revenue and cost while the server runs. */
import { defineRead } from '../../database/define.ts';
import { type MarginPortion, sumMargin, sumNextCalls } from './margin-store.ts';
import type { MarginDayRow } from './margin-tables.ts';

/** Of the calls that were opened on that UTC day or later and have ended. */
export const readMarginByDay = defineRead(
  'margin.byDay',
  async (view, { fromMs }: { fromMs: number }): Promise<MarginDayRow[]> =>
    (await sumMargin(view, { fromMs, byDay: true }).execute(view.db)).rows,
);

export const readNextMargin = defineRead(
  'margin.next',
  (view, { most }: { most: number }): Promise<MarginPortion | null> => sumNextCalls(view, most),
);
