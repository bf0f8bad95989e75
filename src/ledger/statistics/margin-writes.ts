import { defineWrite } from '../../database/define.ts';
import type { MarginPortion } from './margin-store.ts';

/** Adds a portion of calls to the days' rollup; false when somebody else has added them meanwhile. */
export const addMargin = defineWrite(
  'margin.add',
  async ({ db }, { after, upTo, days }: MarginPortion): Promise<boolean> => {
    const moved = db
      .insertInto('margin_position')
      .values({ id: 1, call_id: upTo })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ call_id: upTo }).where('margin_position.call_id', '=', after),
      );
    if (Number((await moved.executeTakeFirst()).numInsertedOrUpdatedRows) === 0) return false;
    if (days.length === 0) return true;
    await db
      .insertInto('margin_days')
      .values(days)
      .onConflict((conflict) =>
        conflict.columns(['day', 'mode', 'tool', 'outcome']).doUpdateSet((eb) => ({
          calls: eb('margin_days.calls', '+', eb.ref('excluded.calls')),
          paid: eb('margin_days.paid', '+', eb.ref('excluded.paid')),
          revenue: eb('margin_days.revenue', '+', eb.ref('excluded.revenue')),
          cost: eb('margin_days.cost', '+', eb.ref('excluded.cost')),
          unknown: eb('margin_days.unknown', '+', eb.ref('excluded.unknown')),
        })),
      )
      .execute();
    return true;
  },
);
