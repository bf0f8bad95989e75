import { formatDay } from '../../database/clock.ts';
import { definePurge, defineWrite } from '../../database/define.ts';
import type { Tx } from '../../database/types.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { Micros } from '../../lib/money.ts';
import { BUDGET_LEVELS } from './spend-levels.ts';
import type { ProviderSpendRow } from './spend-tables.ts';

export interface SpendInput {
  provider: string;
  /** What was spent since the last write. */
  micros: number;
  /** Null without a budget. */
  budgetMicros: Micros | null;
}

export interface SpendTotals {
  /** UTC day of the database. */
  day: string;
  /** Over all servers. */
  spent: Pick<ProviderSpendRow, 'provider' | 'micros'>[];
  /** Levels that were reached just now, in percent: told once, whichever server is first. */
  reached: { provider: string; percent: number; micros: number; budgetMicros: Micros }[];
}

export const addSpend = defineWrite(
  'provider-spend.add',
  async ({ db, day }: Tx, inputs: readonly SpendInput[]): Promise<SpendTotals> => {
    const reached: SpendTotals['reached'] = [];
    // In one order everywhere, so that servers never wait for each other in a circle.
    for (const { provider, micros, budgetMicros } of [...inputs].sort((a, b) => (a.provider < b.provider ? -1 : 1))) {
      const row = await db
        .insertInto('provider_spend')
        .values({ day, provider, micros, told: 0 })
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'provider'])
            .doUpdateSet((eb) => ({ micros: eb('provider_spend.micros', '+', micros) })),
        )
        .returning(['micros', 'told'])
        .executeTakeFirstOrThrow();
      const percent = findLevel(row.micros, budgetMicros);
      if (budgetMicros === null || percent === row.told) continue;
      // A budget that was raised is told of again.
      const ofDay = db.updateTable('provider_spend').set({ told: percent }).where('day', '=', day);
      await ofDay.where('provider', '=', provider).execute();
      if (percent > row.told) reached.push({ provider, percent, micros: row.micros, budgetMicros });
    }
    const spent = await db.selectFrom('provider_spend').select(['provider', 'micros']).where('day', '=', day).execute();
    return { day, spent, reached };
  },
);

const findLevel = (micros: number, budgetMicros: Micros | null): number =>
  budgetMicros === null ? 0 : (BUDGET_LEVELS.find((percent) => micros >= (budgetMicros * percent) / 100) ?? 0);

const KEPT_DAYS = 90;
const PURGE_MAX = 500;

export const purgeSpend = definePurge('provider_spend', async ({ db, nowMs }) => {
  const before = formatDay(nowMs - KEPT_DAYS * DAY_MS);
  const old = db.selectFrom('provider_spend').select(['day', 'provider']).where('day', '<', before);
  const rows = await old.limit(PURGE_MAX).execute();
  for (const { day, provider } of rows)
    await db.deleteFrom('provider_spend').where('day', '=', day).where('provider', '=', provider).execute();
  return rows.length;
});
