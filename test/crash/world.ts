/** World shared by all rounds on one database. */
import type { Engine } from '../harness/databases.ts';
import type { FareboxProcess } from '../harness/farebox.ts';
import { openPaidProcesses, type PaidWorld } from '../harness/paid-world.ts';

export interface Payer {
  apiKey: string;
  agentId: string;
  /** Micro-USD at the start. */
  funds: number;
}

/** One server on SQLite, two on PostgreSQL; the place of a killed one is taken by a new one. */
export interface World extends PaidWorld<FareboxProcess> {
  engine: Engine;
  payers: readonly Payer[];
}

const GRANT_USD = 10_000;
const PAYERS = 5;

export async function openWorld(engine: Engine): Promise<World> {
  const world = await openPaidProcesses({ engine, servers: 2 });
  const payers: Payer[] = [];
  while (payers.length < PAYERS) payers.push({ ...(await world.account(GRANT_USD)), funds: GRANT_USD * 1_000_000 });
  return { ...world, engine, payers };
}
