/** One round: load, kill -9 at a random moment, recovery without any traffic, every call sent again, and the checks. */
import { once } from 'node:events';
import { checkBooks, checkReplies, type Tally } from './checks.ts';
import { type Intent, isAnswered, Load } from './load.ts';
import { Random } from './random.ts';
import { SignUps } from './sign-ups.ts';
import type { World } from './world.ts';

const KILL_MS_MIN = 20;
const KILL_MS_MAX = 900;
/** Recovery happens within a second of the sweep; the rest is for a busy machine. */
const RECOVERY_MS_MAX = 4_000;
const RETRIES_MAX = 60;
const RETRY_PAUSE_MS = 100;
const RETRIERS = 16;

export interface RoundResult {
  faults: string[];
  calls: number;
  /** Ordinary writes that were acknowledged. */
  signUps: number;
  /** Answers that never came. */
  lost: number;
  /** Calls that were open when the server was dead, those of its survivors too. */
  open: number;
  /** From its death to no open call, the restart included. */
  recoveryMs: number;
}

export async function runRound(world: World, seed: number, tally: Tally): Promise<RoundResult> {
  const random = new Random(seed);
  const load = new Load(world, random, `${world.engine}-${seed}-${Date.now().toString(36)}`);
  const signUps = new SignUps(world, `${world.engine}-${seed}-${Date.now().toString(36)}`);
  load.start();
  signUps.start();
  await sleep(random.between(KILL_MS_MIN, KILL_MS_MAX));
  const place = random.between(0, world.servers.length - 1);
  await kill(world, place);
  const startMs = Date.now();
  const open = await world.inspector.openCalls();
  await Promise.all([load.end(), signUps.end()]);
  const survivors = world.servers.length > 1;
  // With a survivor, recovery is its work: the new server comes only after that.
  if (!survivors) world.servers[place] = await world.start();
  const recovered = await recover(world);
  const recoveryMs = Date.now() - startMs;
  const faults = recovered ? [] : [`calls are still open ${recoveryMs} ms after the kill`];
  if (survivors) world.servers[place] = await world.start();
  faults.push(...(await checkBooks(world)));
  await sendAgain(load);
  tally.add(load.intents);
  faults.push(...checkReplies(load.intents), ...(await tally.check(world)), ...(await checkBooks(world)));
  faults.push(...(await signUps.check()));
  const lost = load.intents.filter(({ replies }) => replies.includes(null)).length;
  return { faults, calls: load.intents.length, signUps: signUps.acknowledged, lost, open, recoveryMs };
}

async function kill({ servers }: World, place: number): Promise<void> {
  const child = servers[place]?.child;
  if (!child) throw new Error('No server to kill');
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** True when no call is open any more. */
export async function recover({ inspector }: World): Promise<boolean> {
  const endMs = Date.now() + RECOVERY_MS_MAX;
  while ((await inspector.openCalls()) > 0) {
    if (Date.now() > endMs) return false;
    await sleep(20);
  }
  return true;
}

/** Every call with a key, those that were answered too: a replay must not charge again. */
export async function sendAgain(load: Load): Promise<void> {
  const queue = load.intents.filter(({ key }) => key !== null);
  const retrier = async (): Promise<void> => {
    for (let intent = queue.pop(); intent; intent = queue.pop()) await untilAnswered(load, intent);
  };
  await Promise.all(Array.from({ length: RETRIERS }, retrier));
}

async function untilAnswered(load: Load, intent: Intent): Promise<void> {
  for (let tries = 0; tries < RETRIES_MAX; tries++) {
    if (isAnswered(intent, await load.send(intent))) return;
    await sleep(RETRY_PAUSE_MS);
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
