import { formatDay } from './clock.ts';
import type { Writes } from './definitions.ts';
import type { Db, EngineKind, Tx } from './types.ts';

/** Builds the context of a write, inside a transaction that is open on `db`. */
export function createTx(
  { db, engine, nowMs, shard = 0 }: { db: Db; engine: EngineKind; nowMs: number; shard?: number },
  { followers }: Pick<Writes, 'followers'>,
): Tx {
  const tx: Tx = {
    db,
    engine,
    nowMs,
    day: formatDay(nowMs),
    shard,
    async tell({ name }, payload) {
      for (const { event, run } of followers) if (event === name) await run(tx, payload);
    },
  };
  return tx;
}
