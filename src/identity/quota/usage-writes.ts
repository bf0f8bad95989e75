/** Counts what companies do, by day. */
import type { Tx } from '../../database/types.ts';
import { formatZonedTime } from '../../lib/zoned-time.ts';

export interface Use {
  companyId: string;
  kind: string;
  zone: string;
  inputTokens: number;
  outputTokens: number;
  costMicros: number;
}

/** Part of the write that did it. */
export async function countUse(tx: Tx, { zone, ...use }: Use): Promise<void> {
  const day = formatZonedTime(tx.nowMs, zone).slice(0, 'YYYY-MM-DD'.length);
  await countUseOfDay(tx, { ...use, day });
}

/** `day` is of the service's zone: `2026-11-21`. */
export async function countUseOfDay({ db }: Tx, use: Omit<Use, 'zone'> & { day: string }): Promise<void> {
  const { companyId, day, kind, inputTokens, outputTokens, costMicros } = use;
  await db
    .insertInto('usage_days')
    .values({
      company_id: companyId,
      day,
      kind,
      count: 1,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      cost_micros: costMicros,
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'day', 'kind']).doUpdateSet((eb) => ({
        count: eb('usage_days.count', '+', 1),
        input_tokens: eb('usage_days.input_tokens', '+', inputTokens),
        output_tokens: eb('usage_days.output_tokens', '+', outputTokens),
        cost_micros: eb('usage_days.cost_micros', '+', costMicros),
      })),
    )
    .execute();
}
