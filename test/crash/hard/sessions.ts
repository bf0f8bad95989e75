/** PostgreSQL ends all sessions of both servers, again and again, while callers buy. */
import { setTimeout as sleep } from 'node:timers/promises';
import { checkBooks, checkReplies, Tally } from '../checks.ts';
import { Load } from '../load.ts';
import { Random } from '../random.ts';
import { recover, sendAgain } from '../round.ts';
import { SignUps } from '../sign-ups.ts';
import type { World } from '../world.ts';
import type { HardResult } from './run.ts';

const CUTS = 20;
const CUT_EVERY_MS = 500;

export async function runSessions(world: World): Promise<HardResult> {
  const name = `sessions-${Date.now().toString(36)}`;
  const load = new Load(world, new Random(Date.now()), name);
  const signUps = new SignUps(world, name);
  load.start();
  signUps.start();
  let ended = 0;
  for (let cut = 0; cut < CUTS; cut++) {
    await sleep(CUT_EVERY_MS);
    ended += await world.inspector.cutSessions(await world.inspector.listSessions());
  }
  await Promise.all([load.end(), signUps.end()]);
  const faults = (await recover(world)) ? [] : ['calls stay open'];
  await sendAgain(load);
  const tally = new Tally();
  tally.add(load.intents);
  faults.push(...checkReplies(load.intents), ...(await tally.check(world)), ...(await checkBooks(world)));
  faults.push(...(await signUps.check()));
  return { faults, told: `${ended} sessions ended under ${load.intents.length} calls` };
}
