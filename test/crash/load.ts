/** The load of a round: callers at both doors, with and without idempotency keys, some sending the same call twice. */
import { ask, type Reply } from '../harness/paid-caller.ts';
import type { Random } from './random.ts';
import type { Payer, World } from './world.ts';

const CALLERS = 24;
const SLOW_MS_MAX = 400;
/** Of a caller's last calls, those that it may send again. */
const RECENT = 6;

/** One call that somebody wants made once, however often it is sent. */
export interface Intent {
  payer: Payer;
  prompt: string;
  /** Of a composed call: what it asks together, in its parts. */
  parts: readonly string[] | null;
  /** Null: sent once, and nobody can ask for its answer again. */
  key: string | null;
  /** The upstream declines it, so that it is refunded. */
  declined: boolean;
  replies: Reply[];
}

/** Codes that a caller may see while a server dies or wakes, and that promise that another try can help. */
const PASSING = new Set(['IN_PROGRESS', 'CALL_RECOVERED', 'DRAINING', 'OVERLOADED', 'STORE_UNAVAILABLE']);
const DECLINED = new Set(['CONTENT_FILTERED', 'CONTEXT_LENGTH_EXCEEDED', 'INVALID_INPUT', 'UNREADABLE_TARGET']);

export class Load {
  readonly intents: Intent[] = [];
  readonly #world: World;
  readonly #random: Random;
  readonly #name: string;
  #over = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(world: World, random: Random, name: string) {
    this.#world = world;
    this.#random = random;
    this.#name = name;
  }

  start(): void {
    this.#running = Promise.all(Array.from({ length: CALLERS }, (_, index) => this.#caller(index)));
  }

  /** Sends nothing more; resolves when every answer has come or every connection is gone. */
  async end(): Promise<void> {
    this.#over = true;
    await this.#running;
  }

  async #caller(index: number): Promise<void> {
    const recent: Intent[] = [];
    while (!this.#over) {
      const again = recent.length > 0 && this.#random.chance(0.15);
      const intent = again ? this.#random.pick(recent) : this.#intent(index);
      if (!again && intent.key !== null) {
        recent.push(intent);
        if (recent.length > RECENT) recent.shift();
      }
      // A twin in flight must join, whichever server and door it comes to.
      const twin = intent.key !== null && this.#random.chance(0.1);
      const replies = await Promise.all([this.send(intent), ...(twin ? [this.send(intent)] : [])]);
      // Its server is dead: that is no reason to flood the others.
      if (replies.includes(null)) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  #intent(caller: number): Intent {
    const random = this.#random;
    const [unkeyed, ...keyed] = this.#world.payers;
    const hasKey = unkeyed === undefined || random.chance(0.85);
    const payer = hasKey ? random.pick(keyed) : unkeyed;
    const id = `${this.#name}-${caller}-${this.intents.length}`;
    const isComposed = random.chance(0.3);
    const declined = random.chance(0.12);
    const how = (): string =>
      declined ? 'refuse' : random.chance(0.5) ? `slow ${random.between(5, SLOW_MS_MAX)}` : 'ok';
    const parts = isComposed ? this.#parts(id, how) : null;
    const prompt = parts ? `composed ${id}` : `${how()} ${id}`;
    const intent = { payer, prompt, parts, key: hasKey ? id : null, declined, replies: [] };
    this.intents.push(intent);
    return intent;
  }

  /** Two or three; unless the upstream declines all of them, it declines one now and then, and never the first. */
  #parts(id: string, how: () => string): string[] {
    const random = this.#random;
    return Array.from({ length: random.between(2, 3) }, (_, n) => {
      const declinesOne = n > 0 && random.chance(0.25);
      return `${declinesOne ? 'refuse' : how()} ${id}-part${n}`;
    });
  }

  async send(intent: Intent): Promise<Reply> {
    const { payer, prompt, parts, key } = intent;
    const server = this.#random.pick(this.#world.servers);
    const door = this.#random.chance(0.3) ? 'mcp' : 'rest';
    const whose = { door, url: server.url, apiKey: payer.apiKey, idempotencyKey: key } as const;
    const reply = await ask({ ...whose, prompt, ...(parts ? { parts } : {}) });
    intent.replies.push(reply);
    return reply;
  }
}

/** The call has its answer: a receipt, or the upstream's refusal. */
export function isAnswered({ declined }: Intent, reply: Reply): boolean {
  if (reply === null) return false;
  return reply.ok ? !declined : declined && DECLINED.has(reply.code);
}

/** Answers that a caller of this intent must never see, in words. */
export function wrongReplies(intent: Intent): string[] {
  return intent.replies.flatMap((reply) => {
    if (reply === null || isAnswered(intent, reply)) return [];
    if (!reply.ok && PASSING.has(reply.code)) return [];
    return [`${intent.prompt} (key ${intent.key}) got ${JSON.stringify(reply).slice(0, 600)}`];
  });
}

/** Distinct calls that this intent was charged for, as far as its caller knows. */
export function receiptsOf({ replies }: Intent): Map<string, number> {
  const receipts = new Map<string, number>();
  for (const reply of replies)
    if (reply?.ok) receipts.set(reply.receipt.callId, Math.round(reply.receipt.amount * 1e6));
  return receipts;
}
