/**
 * `npm run crash -- mail [rounds] [engine …] [--seed=n]`: campaigns whose server is killed with kill -9 at each moment of a
 * mail's way, by a mail server that keeps what it took and by the outbox. No address gets a mail twice, and each row says
 * what is true.
 */
import type { Engine } from '../../harness/databases.ts';
import { Random } from '../random.ts';
import { runFrozenRound } from './frozen.ts';
import { type MailRound, type Moment, moments, runMailRound } from './round.ts';
import { type MailWorld, openMailWorld, type Transport } from './world.ts';

/** Of so many rounds, one without a mail server. */
const ROUNDS_PER_OUTBOX = 4;
/** Freezes for so many rounds. */
const ROUNDS_PER_FREEZE = 20;
const FAULTS_SHOWN = 20;
const LOG_CHARACTERS_SHOWN = 4_000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** False: something does not hold, and was said. */
export async function crashMail(engine: Engine, rounds: number, firstSeed: number): Promise<boolean> {
  const files = Math.ceil(rounds / ROUNDS_PER_OUTBOX);
  const isRight = await crash(engine, 'smtp', rounds - files, firstSeed);
  return isRight && (await crash(engine, 'outbox', files, firstSeed));
}

async function crash(engine: Engine, transport: Transport, rounds: number, firstSeed: number): Promise<boolean> {
  const world = await openMailWorld(engine, transport);
  say(`${engine}, ${transport}: ${rounds} rounds on ${world.servers.length} server(s), seeds from ${firstSeed}`);
  const list = moments[transport];
  const ends: MailRound[] = [];
  const judge = (end: MailRound, what: string, seed: number): boolean => {
    ends.push(end);
    const { isHit, sent, unknown, recoveryMs } = end;
    const facts = `${sent} sent, ${unknown} unknown, ended in ${recoveryMs} ms`;
    say(`${engine}, ${transport}, seed ${seed}: ${what}${isHit ? '' : ' in vain'}, ${facts}`);
    return report(world, end, `${what}, --seed=${seed}`);
  };
  let holds = false;
  try {
    for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
      const moment = list[seed % list.length];
      if (!moment) throw new Error('No moment to die at');
      if (!judge(await runMailRound(world, moment, new Random(seed)), name(moment), seed)) return false;
    }
    const freezes = world.servers.length > 1 && transport === 'smtp' ? Math.ceil(rounds / ROUNDS_PER_FREEZE) : 0;
    for (let seed = firstSeed; seed < firstSeed + freezes; seed++) {
      if (!judge(await runFrozenRound(world, new Random(seed)), 'frozen', seed)) return false;
    }
    holds = true;
    say(summarize(engine, transport, ends));
    return true;
  } finally {
    await world.close(!holds);
  }
}

const name = (moment: Moment): string =>
  moment.by === 'itself' ? `killed at ${moment.boundary}` : `killed from outside at ${moment.step}`;

function summarize(engine: Engine, transport: Transport, ends: readonly MailRound[]): string {
  const sum = (value: (end: MailRound) => number): number => ends.reduce((total, end) => total + value(end), 0);
  const slowestMs = Math.max(0, ...ends.map(({ recoveryMs }) => recoveryMs));
  return [
    `${engine}, ${transport}: ${ends.length} rounds, ${sum(({ isHit }) => Number(isHit))} of them killed at their moment;`,
    `${sum(({ sent }) => sent)} mails sent, ${sum(({ unknown }) => unknown)} unknown, none twice;`,
    `a campaign ended ${slowestMs} ms after the kill at the latest`,
  ].join(' ');
}

/** Prints violations and where to look; true when there are none. */
function report({ database, servers }: MailWorld, { faults }: MailRound, what: string): boolean {
  if (faults.length === 0) return true;
  say(`VIOLATION (${what}), ${faults.length} in all:`);
  for (const fault of faults.slice(0, FAULTS_SHOWN)) say(`  ${fault}`);
  say(`The database is kept: ${database.url ?? database.dataDir}`);
  for (const server of servers) say(`Log of ${server.url}:\n${server.output().slice(-LOG_CHARACTERS_SHOWN)}`);
  return false;
}
