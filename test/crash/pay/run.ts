/** `npm run crash -- pay [rounds]`: kill -9 while wallets pay for calls; money, answers and facilitator agree afterwards. */
import type { Engine } from '../../harness/databases.ts';
import { runPayRound } from './round.ts';
import { openPayWorld } from './world.ts';

const FAULTS_SHOWN = 20;
const LOG_CHARACTERS_SHOWN = 4_000;

export async function crashPayments(
  engine: Engine,
  { rounds, firstSeed }: { rounds: number; firstSeed: number },
  say: (line: string) => void,
): Promise<boolean> {
  const world = await openPayWorld(engine);
  say(`${engine}: ${rounds} rounds of paid calls on ${world.servers.length} server(s), seeds from ${firstSeed}`);
  let holds = true;
  let paid = 0;
  let awaited = 0;
  try {
    for (let seed = firstSeed; holds && seed < firstSeed + rounds; seed++) {
      const { faults, calls, lost, pending } = await runPayRound(world, seed);
      say(`${engine} seed ${seed}: ${calls} payments, ${lost} answers lost, ${pending} settlements awaited`);
      paid += calls;
      awaited += pending;
      holds = faults.length === 0;
      if (holds) continue;
      say(`VIOLATION (pay --seed=${seed}), ${faults.length} in all:`);
      for (const fault of faults.slice(0, FAULTS_SHOWN)) say(`  ${fault}`);
      say(`The database is kept: ${world.database.url ?? world.database.dataDir}`);
      for (const server of world.servers) say(server.output().slice(-LOG_CHARACTERS_SHOWN));
    }
    if (holds) say(`${engine}: ${paid} payments, ${awaited} settlements awaited at the kill, all ended one way`);
  } finally {
    await world.close(!holds);
    await world.facilitator.close();
  }
  return holds;
}
