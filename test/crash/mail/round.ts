/** One round: a campaign, kill -9 at a named moment of a mail's way, recovery, and what the ledger says against what arrived. */
import { once } from 'node:events';
import type { Boundary } from '../../../src/newsroom/mailing/queue/worker/worker.ts';
import type { BookedMail } from '../../harness/inspect.ts';
import type { SmtpStep } from '../../harness/scripted-smtp.ts';
import type { Random } from '../random.ts';
import { checkAtDeath, checkAtEnd } from './checks.ts';
import { kill, type MailWorld, type Transport } from './world.ts';

/** Where a server dies: of its own at a boundary, or from outside as the mail server hears something. */
export type Moment = { by: 'itself'; boundary: Boundary } | { by: 'another'; step: SmtpStep | 'answered' };

const toMoments = (boundaries: readonly Boundary[]): Moment[] =>
  boundaries.map((boundary) => ({ by: 'itself', boundary }));

export const moments: Readonly<Record<Transport, readonly Moment[]>> = {
  smtp: [
    ...toMoments(['claim', 'intent', 'connect', 'mail', 'rcpt', 'data', 'body', 'terminator', 'reply', 'outcome']),
    ...(['greeting', 'mail', 'rcpt', 'data', 'body', 'terminator', 'answered'] as const).map(
      (step): Moment => ({ by: 'another', step }),
    ),
  ],
  outbox: toMoments(['claim', 'intent', 'body', 'terminator', 'reply', 'outcome']),
};

export interface MailRound {
  faults: string[];
  /** Whether it died where it was to die; the campaign may have ended before. */
  isHit: boolean;
  sent: number;
  /** Mails of which nobody knows whether they arrived. */
  unknown: number;
  /** From the death to the campaign's end, the restart included. */
  recoveryMs: number;
}

/** A busy machine takes its time; what it ends as is what counts. */
const END_MS_MAX = 120_000;
const LOOK_MS = 20;
/** The restarted server dies again before it has done anything. */
const AGAIN = 0.2;
const AGAIN_MS_MAX = 300;

export async function runMailRound(world: MailWorld, moment: Moment, random: Random): Promise<MailRound> {
  const { servers, inspector, mailing } = world;
  const units = await inspector.mailUnits();
  const campaign = await mailing.draft();
  const place = random.between(0, servers.length - 1);
  const { isHit, end } = await arm(world, place, moment, random);
  const { status, text } = await mailing.call('POST', `${campaign.path}/send`);
  if (status !== 200) throw new Error(`The campaign is not sent: ${text}`);
  await Promise.race([isHit, untilEnded(world, campaign.path)]);
  end();
  const wasHit = servers[place]?.child.signalCode !== null;
  const startMs = Date.now();
  const known = await world.listAccepted();
  const mails = await inspector.mails(campaign.id);
  const faults = checkAtDeath(mails, known, await world.listAccepted());
  await revive(world, place, random);
  const hasEnded = await untilEnded(world, campaign.path);
  const recoveryMs = Date.now() - startMs;
  if (!hasEnded) faults.push(`the campaign has not ended ${recoveryMs} ms after the kill`);
  const after = await inspector.mails(campaign.id);
  const { body } = await mailing.call('GET', campaign.path);
  const facts = { mails: after, accepted: await world.listAccepted(), campaign: body };
  faults.push(...checkAtEnd({ ...facts, transport: world.transport, engine: world.engine }));
  const used = (await inspector.mailUnits()) - units;
  if (used !== after.length) faults.push(`${after.length} mails took ${used} units of the budget`);
  return { faults, isHit: wasHit, sent: count(after, 'sent'), unknown: count(after, 'unknown'), recoveryMs };
}

export const count = (mails: readonly BookedMail[], status: string): number =>
  mails.filter((mail) => mail.status === status).length;

/** `isHit` resolves when the server is dead; `end`: it is not to die any more. */
async function arm(
  world: MailWorld,
  place: number,
  moment: Moment,
  random: Random,
): Promise<{ isHit: Promise<unknown>; end(): void }> {
  const server = world.servers[place];
  if (!server) throw new Error('No server');
  const isHit = once(server.child, 'exit');
  if (moment.by === 'itself') {
    // The outbox takes what waits in one portion.
    const isOnce = world.transport === 'outbox' && ['claim', 'intent', 'outcome'].includes(moment.boundary);
    server.child.send({ boundary: moment.boundary, count: isOnce ? 1 : random.between(1, 4) });
    await once(server.child, 'message');
    return { isHit, end: () => {} };
  }
  let left = random.between(1, moment.step === 'greeting' ? 2 : 6);
  world.watch((step) => {
    if (step !== (moment.step === 'answered' ? 'terminator' : moment.step) || --left !== 0) return;
    if (moment.step === 'answered') setTimeout(() => server.child.kill('SIGKILL'), random.between(0, 5));
    else server.child.kill('SIGKILL');
  });
  return { isHit, end: () => world.watch(null) };
}

/** A new server in the place of the dead one; it may die once more. With another one alive, it may come late. */
async function revive(world: MailWorld, place: number, random: Random): Promise<void> {
  const { servers } = world;
  const old = servers[place];
  if (!old) throw new Error('No server');
  await kill(old);
  if (servers.length > 1) await sleep(random.between(0, 500));
  const again = await world.start(place);
  servers[place] = again;
  if (!random.chance(AGAIN)) return;
  await sleep(random.between(0, AGAIN_MS_MAX));
  await kill(again);
  servers[place] = await world.start(place);
}

/** False: it goes on after all that time. */
export async function untilEnded({ mailing }: MailWorld, path: string): Promise<boolean> {
  const endMs = Date.now() + END_MS_MAX;
  for (;;) {
    // A server that has just died answers nothing.
    const answer = await mailing.call('GET', path).catch(() => null);
    if (answer?.body.status === 'sent' || answer?.body.status === 'failed') return true;
    if (Date.now() > endMs) return false;
    await sleep(LOOK_MS);
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
