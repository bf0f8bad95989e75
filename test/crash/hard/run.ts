/** `npm run crash -- hard`: what else may go wrong around servers, each for longer than a test may take. */
import type { Engine } from '../../harness/databases.ts';
import { runFrozen } from '../frozen.ts';
import { openWorld, type World } from '../world.ts';
import { runCrowd } from './crowd.ts';
import { runRedis } from './redis.ts';
import { runSessions } from './sessions.ts';

export interface HardResult {
  /** In words; none when all held. */
  faults: string[];
  told: string;
}

const FROZEN_MS = 60_000;

/** True when all held. Redis and what PostgreSQL does to its sessions are tried where servers share one. */
export async function runHard(engine: Engine, say: (line: string) => void): Promise<boolean> {
  const parts: [name: string, run: () => Promise<HardResult>][] = [['a crowd of connections', () => runCrowd(engine)]];
  if (engine === 'postgres') {
    parts.push(['ended sessions', () => onWorld(engine, runSessions)]);
    parts.push(['a server frozen for a minute', () => onWorld(engine, freeze)]);
    parts.push(['Redis frozen, gone and back', runRedis]);
  }
  let holds = true;
  for (const [name, run] of parts) {
    const { faults, told } = await run();
    say(`${engine}, ${name}: ${told}`);
    for (const fault of faults.slice(0, 20)) say(`  VIOLATION ${fault}`);
    holds &&= faults.length === 0;
  }
  return holds;
}

async function onWorld(engine: Engine, run: (world: World) => Promise<HardResult>): Promise<HardResult> {
  const world = await openWorld(engine);
  try {
    if (!world.database.shared) return { faults: [], told: 'there is no PostgreSQL to share' };
    return await run(world);
  } finally {
    await world.close();
  }
}

async function freeze(world: World): Promise<HardResult> {
  const { faults, told, waitedMs } = await runFrozen(world, FROZEN_MS);
  return { faults, told: `${told} callers were told that their calls are refunded, elsewhere within ${waitedMs} ms` };
}
