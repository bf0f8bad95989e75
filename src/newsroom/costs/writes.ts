/** Each call to a paid upstream is written down before it is sent, with the most it can cost, and again when it has ended. */
import type { Selectable } from 'kysely';
import { definePurge, defineWrite } from '../../database/define.ts';
import { lockFreeRows, lockRows } from '../../database/dialect.ts';
import type { Tx } from '../../database/types.ts';
import { countUseOfDay } from '../../identity/quota/usage-writes.ts';
import { formatZonedTime } from '../../lib/zoned-time.ts';
import type { CostStatus, UpstreamCostRow } from './tables.ts';

export interface NewCost
  extends Pick<
    UpstreamCostRow,
    'provider' | 'service' | 'operation' | 'company_id' | 'article_id' | 'job_id' | 'market_micros'
  > {
  /** The most that the call can cost. */
  ceilingMicros: number;
  /** Of a month, over all companies. */
  budgetMicros: number;
  zone: string;
}

/** The number of the call; null when the month's budget doesn't hold it, and nothing is noted. */
export const openCost = defineWrite('costs.open', async (tx: Tx, cost: NewCost): Promise<number | null> => {
  const { ceilingMicros, budgetMicros, zone, ...facts } = cost;
  const day = formatZonedTime(tx.nowMs, zone).slice(0, 'YYYY-MM-DD'.length);
  if (isBudgeted(cost) && !(await reserve(tx, day, ceilingMicros, budgetMicros))) return null;
  const unknown = { input_tokens: 0, output_tokens: 0, latency_ms: 0, is_estimated: 1, status: 'open' } as const;
  const row = { ...facts, ...unknown, at: tx.nowMs, day, cost_micros: ceilingMicros };
  const { id } = await tx.db.insertInto('upstream_costs').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
});

/** The budget is for what is written and translated. */
const isBudgeted = ({ service }: Pick<UpstreamCostRow, 'service'>): boolean =>
  service === 'llm' || service === 'translate';

const readMonth = (day: string): string => day.slice(0, 'YYYY-MM'.length);

async function reserve({ db }: Tx, day: string, micros: number, budgetMicros: number): Promise<boolean> {
  if (micros > budgetMicros) return false;
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('cost_months')
    .values({ month: readMonth(day), spent_micros: micros })
    .onConflict((conflict) =>
      conflict
        .column('month')
        .doUpdateSet((eb) => ({ spent_micros: eb('cost_months.spent_micros', '+', micros) }))
        .where((eb) => eb(eb('cost_months.spent_micros', '+', micros), '<=', budgetMicros)),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

export interface EndedCost {
  id: number;
  status: Exclude<CostStatus, 'open'>;
  inputTokens: number;
  outputTokens: number;
  /** Null when the upstream has not told: then what was reserved stands. */
  costMicros: number | null;
  latencyMs: number;
}

/** The rest of what was reserved goes back to the budget. Does nothing for a call that has ended already. */
export const closeCost = defineWrite('costs.close', async (tx: Tx, ended: EndedCost): Promise<null> => {
  const query = tx.db.selectFrom('upstream_costs').selectAll().where('id', '=', ended.id);
  const row = await lockRows(tx, query).executeTakeFirst();
  if (row?.status === 'open') await endCost(tx, row, ended);
  return null;
});

async function endCost(tx: Tx, row: Selectable<UpstreamCostRow>, ended: EndedCost): Promise<void> {
  const { db } = tx;
  const { id, day, service, provider, operation, cost_micros: reserved, market_micros } = row;
  const { status, inputTokens: input_tokens, outputTokens: output_tokens, latencyMs: latency_ms } = ended;
  const cost_micros = ended.costMicros === null ? reserved : Math.ceil(ended.costMicros);
  const is_estimated = ended.costMicros === null && reserved > 0 ? 1 : 0;
  const amounts = { input_tokens, output_tokens, cost_micros, latency_ms };
  const ending = { ...amounts, is_estimated, status } as const;
  await db.updateTable('upstream_costs').set(ending).where('id', '=', id).execute();
  if (isBudgeted(row) && cost_micros !== reserved) {
    await db
      .updateTable('cost_months')
      .set((eb) => ({ spent_micros: eb('spent_micros', '+', cost_micros - reserved) }))
      .where('month', '=', readMonth(day))
      .execute();
  }
  if (row.company_id !== null) {
    const { inputTokens, outputTokens } = ended;
    const use = { companyId: row.company_id, day, inputTokens, outputTokens, costMicros: cost_micros };
    await countUseOfDay(tx, { ...use, kind: `${service}:${operation}` });
  }
  const counts = { ...amounts, market_micros, calls: 1, errors: status === 'ok' ? 0 : 1, estimates: is_estimated };
  await db
    .insertInto('cost_days')
    .values({ day, service, provider, operation, ...counts })
    .onConflict((conflict) =>
      conflict.columns(['day', 'service', 'provider', 'operation']).doUpdateSet((eb) => ({
        calls: eb('cost_days.calls', '+', counts.calls),
        errors: eb('cost_days.errors', '+', counts.errors),
        input_tokens: eb('cost_days.input_tokens', '+', counts.input_tokens),
        output_tokens: eb('cost_days.output_tokens', '+', counts.output_tokens),
        cost_micros: eb('cost_days.cost_micros', '+', counts.cost_micros),
        market_micros: eb('cost_days.market_micros', '+', counts.market_micros),
        latency_ms: eb('cost_days.latency_ms', '+', counts.latency_ms),
        estimates: eb('cost_days.estimates', '+', counts.estimates),
      })),
    )
    .execute();
}

/** No call takes so long: its server is gone. */
const LOST_MS = 10 * 60_000;
/** Days are kept for good, single calls for 400 days. */
const KEPT_MS = 400 * 86_400_000;
const PURGE_MAX = 500;

/** The possible cost of a call that was never ended stays spent. */
export const purgeCosts = definePurge('costs', async (tx) => {
  const { db, nowMs } = tx;
  const open = db.selectFrom('upstream_costs').selectAll().where('status', '=', 'open');
  const query = lockFreeRows(tx, open.where('at', '<=', nowMs - LOST_MS).limit(PURGE_MAX));
  for (const row of await query.execute()) {
    const { id } = row;
    await endCost(tx, row, { id, status: 'lost', inputTokens: 0, outputTokens: 0, costMicros: null, latencyMs: 0 });
  }
  const old = db
    .selectFrom('upstream_costs')
    .select('id')
    .where('at', '<=', nowMs - KEPT_MS)
    .orderBy('at');
  const ids = (await old.limit(PURGE_MAX).execute()).map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('upstream_costs').where('id', 'in', ids).execute();
  return ids.length;
});
