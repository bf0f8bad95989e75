/**
 * `npm run crash [-- rounds] [engine …] [--seed=n]`: kill -9 at random moments under load, then the proof that no money
 * and no answer got lost or doubled; `npm run crash -- mail`: the same of mails; `npm run crash -- hard`: ended sessions, a server
 * frozen for a minute, a Redis that hangs, a crowd of connections; `npm run crash -- pay`: servers that wallets pay. 100 rounds on each database; exits with 1 on a violation, with evidence.
 */
import { median } from '../bench/measure.ts';
import { type Engine, engines } from '../harness/databases.ts';
import { agent } from '../harness/paid-caller.ts';
import { Tally } from './checks.ts';
import { runFrozen } from './frozen.ts';
import { runHard } from './hard/run.ts';
import { crashMail } from './mail/run.ts';
import { agent as payAgent } from './pay/round.ts';
import { crashPayments } from './pay/run.ts';
import { runRound } from './round.ts';
import { openWorld, type World } from './world.ts';

const ROUNDS = 100;
/** Freezes for so many rounds. */
const ROUNDS_PER_FREEZE = 20;
const FAULTS_SHOWN = 20;
const LOG_CHARACTERS_SHOWN = 4_000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function crash(engine: Engine, rounds: number, firstSeed: number): Promise<boolean> {
  const world = await openWorld(engine);
  say(`${engine}: ${rounds} rounds on ${world.servers.length} server(s), seeds from ${firstSeed}`);
  const tally = new Tally();
  const recoveriesMs: number[] = [];
  let holds = false;
  try {
    for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
      const { faults, calls, signUps, lost, open, recoveryMs } = await runRound(world, seed, tally);
      say(
        `${engine} seed ${seed}: ${calls} calls, ${signUps} accounts made, ${lost} answers lost, ${open} open, recovered in ${recoveryMs} ms`,
      );
      if (!report(world, faults, `--seed=${seed}`)) return false;
      recoveriesMs.push(recoveryMs);
    }
    say(
      `${engine}: recovered in ${Math.round(median(recoveriesMs))} ms (median), ${Math.max(...recoveriesMs)} at worst`,
    );
    const freezes = world.database.shared ? Math.ceil(rounds / ROUNDS_PER_FREEZE) : 0;
    for (let i = 0; i < freezes; i++) {
      const { faults, told, waitedMs } = await runFrozen(world);
      if (!report(world, faults, 'a frozen server')) return false;
      say(
        `${engine}: a frozen server delivered none of the recovered calls; ${told} callers were told so, elsewhere within ${waitedMs} ms`,
      );
    }
    holds = true;
    return true;
  } finally {
    await world.close(!holds);
  }
}

/** Prints violations and where to look; true when there are none. */
function report({ database, servers }: World, faults: readonly string[], what: string): boolean {
  if (faults.length === 0) return true;
  say(`VIOLATION (${what}), ${faults.length} in all:`);
  for (const fault of faults.slice(0, FAULTS_SHOWN)) say(`  ${fault}`);
  say(`The database is kept: ${database.url ?? database.dataDir}`);
  for (const server of servers) say(`Log of ${server.url}:\n${server.output().slice(-LOG_CHARACTERS_SHOWN)}`);
  return false;
}

const words = process.argv.slice(2);
const seedWord = words.find((word) => word.startsWith('--seed='));
const firstSeed = seedWord ? Number(seedWord.slice('--seed='.length)) : Math.floor(Math.random() * 1_000_000);
const rounds = Number(words.find((word) => /^\d+$/.test(word)) ?? ROUNDS);
const chosen = engines.filter((engine) => words.includes(engine));

const asked = chosen.length > 0 ? chosen : engines;

let holds = true;
if (words.includes('mail')) {
  // Most of a round is a server's start: the databases share the machine.
  const ends = await Promise.all(asked.map((engine) => crashMail(engine, rounds, firstSeed)));
  holds = ends.every(Boolean);
} else if (words.includes('pay')) {
  for (const engine of asked) holds = (await crashPayments(engine, { rounds, firstSeed }, say)) && holds;
  await payAgent.destroy();
} else if (words.includes('hard')) {
  for (const engine of asked) holds = (await runHard(engine, say)) && holds;
} else {
  for (const engine of asked) if (holds) holds = await crash(engine, rounds, firstSeed);
}
await agent.destroy();
say(holds ? 'Every round held.' : 'It does not hold.');
process.exitCode = holds ? 0 : 1;
