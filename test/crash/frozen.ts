/**
 * An instance frozen with SIGSTOP while its calls run, until another one has recovered them: who asks there with the same key is
 * told so then, and when it wakes, it must deliver none of their outputs.
 */

import { ask, type Reply } from '../harness/paid-caller.ts';
import { checkBooks } from './checks.ts';
import type { World } from './world.ts';

const CALLS = 20;
/** Long enough for all of them to be under way on a busy machine. */
const UPSTREAM_MS = 3_000;
/** PostgreSQL gives up who is silent for ten seconds; the sweep comes each second. */
const RECOVERY_MS_MAX = 14_000;

export interface FrozenResult {
  /** In words; none when all held. */
  faults: string[];
  /** Callers who were told that their call was interrupted and refunded. */
  told: number;
  /** The longest that a caller with the same key has waited at the other server. */
  waitedMs: number;
}

/** Needs the two servers that share a PostgreSQL. `frozenMs`: how long at least. */
export async function runFrozen(world: World, frozenMs = 0): Promise<FrozenResult> {
  const { servers, payers, inspector, upstream } = world;
  const [frozen, other] = servers;
  const [, payer] = payers;
  if (!frozen || !other || !payer) throw new Error('It takes two servers and an account');
  const before = (await inspector.accounts()).get(payer.agentId)?.balance;
  const name = `frozen-${Date.now().toString(36)}`;
  const calls = Array.from({ length: CALLS }, (_, i) => {
    const prompt = `slow ${UPSTREAM_MS} ${name}-${i}`;
    // Every third as the part of a composed call.
    const parts = i % 3 === 0 ? { parts: [prompt] } : {};
    const idempotencyKey = i % 2 === 0 ? `${name}-${i}` : null;
    return { apiKey: payer.apiKey, prompt, ...parts, idempotencyKey, door: i % 4 < 2 ? 'rest' : 'mcp' } as const;
  });
  const asks = calls.map((call) => ask({ ...call, url: frozen.url }));
  await until(() => calls.every(({ prompt }) => upstream.asked.has(prompt)));
  frozen.child.kill('SIGSTOP');
  const frozenAtMs = Date.now();
  let joiners: Reply[];
  let waitedMs: number;
  try {
    const keyed = calls.filter(({ idempotencyKey }) => idempotencyKey !== null);
    joiners = await Promise.all(keyed.map((call) => ask({ ...call, url: other.url })));
    waitedMs = Date.now() - frozenAtMs;
    if (!(await until(async () => (await inspector.openCalls()) === 0)))
      return { faults: ['the frozen server’s calls stay open'], told: 0, waitedMs };
    // Its upstream's answers lie in its sockets when it wakes.
    await new Promise((resolve) => setTimeout(resolve, Math.max(UPSTREAM_MS, frozenMs - waitedMs)));
  } finally {
    frozen.child.kill('SIGCONT');
  }
  const replies = [...(await Promise.all(asks)), ...joiners];
  const told = replies.filter((reply) => reply?.ok === false && reply.code === 'CALL_RECOVERED').length;
  const faults = replies.flatMap(faultOf);
  if (told === 0) faults.push('nobody was told that the call was recovered');
  if (joiners.includes(null)) faults.push('who asked at the other server was not answered');
  if (waitedMs > RECOVERY_MS_MAX) faults.push(`callers have waited ${waitedMs} ms at the other server`);
  const after = (await inspector.accounts()).get(payer.agentId)?.balance;
  if (after !== before) faults.push(`the refunded calls cost ${(before ?? 0) - (after ?? 0)}`);
  return { faults: [...faults, ...(await checkBooks(world))], told, waitedMs };
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
