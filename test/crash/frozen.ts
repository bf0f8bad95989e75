/**
 * An instance frozen with SIGSTOP while its calls run, until another one has recovered them: when it wakes, it must
 * deliver none of their outputs. Its database session is ended as a network failure would end it; without that, the
 * recovery would wait for the calls' deadlines.
 */

import { ask, type Reply } from '../harness/paid-caller.ts';
import { checkBooks } from './checks.ts';
import type { World } from './world.ts';

const CALLS = 20;
const UPSTREAM_MS = 600;
const RECOVERY_MS_MAX = 5_000;

export interface FrozenResult {
  /** In words; none when all held. */
  faults: string[];
  /** Callers who were told that their call was interrupted and refunded. */
  told: number;
}

/** Needs the two servers that share a PostgreSQL. */
export async function runFrozen(world: World): Promise<FrozenResult> {
  const { servers, payers, inspector, upstream } = world;
  const [frozen, other] = servers;
  const [, payer] = payers;
  if (!frozen || !other || !payer) throw new Error('It takes two servers and an account');
  const holders = await holdersByServer(world);
  const before = (await inspector.accounts()).get(payer.agentId)?.balance;
  const name = `frozen-${Date.now().toString(36)}`;
  const names = Array.from({ length: CALLS }, (_, i) => `${name}-${i}`);
  const prompts = names.map((name) => `slow ${UPSTREAM_MS} ${name}`);
  const asks = names.map((name, i) => {
    const prompt = prompts[i] ?? '';
    // Every third as the part of a composed call.
    const call = { url: frozen.url, apiKey: payer.apiKey, prompt, ...(i % 3 === 0 ? { parts: [prompt] } : {}) };
    return ask({ ...call, idempotencyKey: i % 2 === 0 ? name : null, door: i % 4 < 2 ? 'rest' : 'mcp' });
  });
  await until(() => prompts.every((prompt) => upstream.asked.has(prompt)));
  frozen.child.kill('SIGSTOP');
  try {
    await inspector.cutSessions(holders);
    if (!(await until(async () => (await inspector.openCalls()) === 0))) {
      return { faults: ['the frozen server’s calls stay open'], told: 0 };
    }
    // Its upstream's answers lie in its sockets when it wakes.
    await new Promise((resolve) => setTimeout(resolve, UPSTREAM_MS));
  } finally {
    frozen.child.kill('SIGCONT');
  }
  const replies = await Promise.all(asks);
  const told = replies.filter((reply) => reply?.ok === false && reply.code === 'CALL_RECOVERED').length;
  const faults = replies.flatMap(faultOf);
  if (told === 0) faults.push('nobody was told that the call was recovered');
  const after = (await inspector.accounts()).get(payer.agentId)?.balance;
  if (after !== before) faults.push(`the refunded calls cost ${(before ?? 0) - (after ?? 0)}`);
  return { faults: [...faults, ...(await checkBooks(world))], told };
}

/** Every lock holder but those of the second server: it is started anew, so that the new ones are its. */
async function holdersByServer({ servers, inspector, start }: World): Promise<number[]> {
  await servers[1]?.stop();
  const holders = await inspector.lockHolders();
  servers[1] = await start();
  return holders;
}

function faultOf(reply: Reply): string[] {
  if (reply === null) return [];
  if (reply.ok) return [`a refunded call was delivered: ${JSON.stringify(reply)}`];
  return reply.code === 'CALL_RECOVERED' ? [] : [`a refunded call got ${reply.code}: ${reply.text.slice(0, 300)}`];
}

async function until(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const endMs = Date.now() + RECOVERY_MS_MAX;
  while (!(await holds())) {
    if (Date.now() > endMs) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}
