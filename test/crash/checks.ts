/** Checks after a crash: the database against the answers that callers got. */
import { type Intent, receiptsOf, wrongReplies } from './load.ts';
import type { World } from './world.ts';

export async function checkBooks(world: World): Promise<string[]> {
  const { code, output } = await world.verify();
  const faults = await world.inspector.oddCalls();
  const open = await world.inspector.openCalls();
  if (open > 0) faults.push(`${open} calls are open`);
  if (code !== 0) faults.push(`verify exits with ${code}: ${output.slice(0, 2_000)}`);
  return faults;
}

/** The price of llm-fast. */
const PART_USD = 0.002;

/** One receipt for each call that was wanted once, none for one that was declined, and no answer that may not be. */
export function checkReplies(intents: readonly Intent[]): string[] {
  return intents.flatMap((intent) => {
    const receipts = [...receiptsOf(intent).keys()];
    const wanted = intent.declined ? 0 : 1;
    const faults = [...wrongReplies(intent), ...wrongAmounts(intent)];
    if (receipts.length > wanted) faults.push(`${intent.prompt} (key ${intent.key}) was charged as ${receipts.join()}`);
    if (intent.key !== null && receipts.length < wanted)
      faults.push(`${intent.prompt} (key ${intent.key}) has no answer`);
    return faults;
  });
}

/** A composed call costs what its parts that answered cost, whichever instance answers it. */
function wrongAmounts({ prompt, parts, replies }: Intent): string[] {
  return replies.flatMap((reply) => {
    if (!reply?.ok) return [];
    const expected = (parts ? (reply.answered ?? 0) : 1) * PART_USD;
    const { amount } = reply.receipt;
    return Math.abs(amount - expected) < 1e-9 ? [] : [`${prompt} cost ${amount}, its parts that answered ${expected}`];
  });
}

/** Receipts of all rounds, by account: what its callers know. */
export class Tally {
  readonly #receipts = new Map<string, Map<string, number>>();
  /** Calls without a key whose answer was lost: nobody can know whether they were charged. */
  readonly #lost = new Map<string, number>();

  add(intents: readonly Intent[]): void {
    for (const intent of intents) {
      const { agentId } = intent.payer;
      const known = this.#receipts.get(agentId) ?? new Map<string, number>();
      this.#receipts.set(agentId, known);
      for (const [callId, amount] of receiptsOf(intent)) known.set(callId, amount);
      if (intent.key === null && intent.replies.includes(null)) {
        this.#lost.set(agentId, (this.#lost.get(agentId) ?? 0) + 1);
      }
    }
  }

  /** Every receipt is a settled call and the other way round, and balances are what is left. */
  async check({ payers, inspector }: World): Promise<string[]> {
    const booked = await inspector.accounts();
    const faults: string[] = [];
    for (const { agentId, funds } of payers) {
      const account = booked.get(agentId);
      if (!account) return [`the account ${agentId} is gone`];
      const { balance, spent, settled } = account;
      if (balance !== funds - spent) faults.push(`${agentId} has ${balance} of ${funds} and spent ${spent}`);
      if (spent !== settled) faults.push(`${agentId} spent ${spent}, settled calls are ${settled}`);
      const known = this.#receipts.get(agentId) ?? new Map<string, number>();
      const calls = await inspector.settledCalls(agentId);
      const missing = [...known.keys()].filter((callId) => !calls.has(callId));
      if (missing.length > 0) faults.push(`receipts of calls that are not settled: ${missing.join()}`);
      const unknown = [...calls].filter((callId) => !known.has(callId));
      const excused = this.#lost.get(agentId) ?? 0;
      if (unknown.length > excused) faults.push(`charged without a receipt at the caller: ${unknown.join()}`);
      const told = [...known.values()].reduce((sum, amount) => sum + amount, 0);
      if (excused === 0 && told !== spent) faults.push(`${agentId} spent ${spent}, its receipts say ${told}`);
    }
    return faults;
  }
}
