/**
 * A server frozen with SIGSTOP in the middle of a mail, until another one has recovered and sent what it had: when it
 * wakes, it begins no other mail. Its database session is ended as a network failure would end it; without that, the
 * recovery would wait for its silence.
 */
import type { Random } from '../random.ts';
import { checkAtEnd } from './checks.ts';
import { count, type MailRound, untilEnded } from './round.ts';
import { kill, type MailWorld } from './world.ts';

/** It looks for work each second. */
const AWAKE_MS = 2_500;

/** Needs the two servers that share a PostgreSQL. */
export async function runFrozenRound(world: MailWorld, random: Random): Promise<MailRound> {
  const { servers, inspector, mailing } = world;
  const [first] = servers;
  if (!first || !servers[1]) throw new Error('It takes two servers');
  // Everybody who holds a lock while the other one is away.
  await kill(first);
  const holders = await inspector.lockHolders();
  servers[0] = await world.start(0);
  const [, frozen] = servers;
  const campaign = await mailing.draft();
  let left = random.between(2, 8);
  const isFrozen = new Promise<void>((resolve) => {
    world.watch((step) => {
      if (step !== 'rcpt' || --left !== 0) return;
      frozen.child.kill('SIGSTOP');
      resolve();
    });
  });
  await mailing.call('POST', `${campaign.path}/send`);
  await isFrozen;
  world.watch(null);
  const startMs = Date.now();
  let hasEnded = false;
  try {
    await inspector.cutSessions(holders);
    hasEnded = await untilEnded(world, campaign.path);
  } finally {
    frozen.child.kill('SIGCONT');
  }
  const recoveryMs = Date.now() - startMs;
  await new Promise((resolve) => setTimeout(resolve, AWAKE_MS));
  const mails = await inspector.mails(campaign.id);
  const { body } = await mailing.call('GET', campaign.path);
  const facts = { mails, accepted: await world.listAccepted(), campaign: body };
  const faults = checkAtEnd({ ...facts, transport: world.transport, engine: world.engine });
  if (!hasEnded) faults.push(`the campaign has not ended ${recoveryMs} ms after the other server froze`);
  return { faults, isHit: true, sent: count(mails, 'sent'), unknown: count(mails, 'unknown'), recoveryMs };
}
