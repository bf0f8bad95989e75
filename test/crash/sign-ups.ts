/**
 * Ordinary writes of several rows beside the calls: an account, its key and its welcome credit. What was acknowledged is
 * there after the crash; what was not is whole or absent.
 */
import { agent } from '../harness/paid-caller.ts';
import type { World } from './world.ts';

const CALLERS = 6;
const WELCOME_MICROS = 250_000;

export class SignUps {
  readonly #world: World;
  readonly #name: string;
  readonly #acknowledged: string[] = [];
  #over = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(world: World, name: string) {
    this.#world = world;
    this.#name = `signup-${name}`;
  }

  get acknowledged(): number {
    return this.#acknowledged.length;
  }

  start(): void {
    this.#running = Promise.all(Array.from({ length: CALLERS }, (_, index) => this.#caller(index)));
  }

  async end(): Promise<void> {
    this.#over = true;
    await this.#running;
  }

  async check(): Promise<string[]> {
    const kept = await this.#world.inspector.signUps(this.#name);
    const missing = this.#acknowledged.filter((agentId) => !kept.has(agentId));
    const halves = [...kept].filter(
      ([, { keys, transfers, balance }]) => keys !== 1 || transfers !== 1 || balance !== WELCOME_MICROS,
    );
    return [
      ...missing.map((agentId) => `the account ${agentId} was acknowledged and is gone`),
      ...halves.map(([agentId, row]) => `the account ${agentId} is not whole: ${JSON.stringify(row)}`),
    ];
  }

  async #caller(index: number): Promise<void> {
    const { servers } = this.#world;
    for (let n = 0; !this.#over; n++) {
      const server = servers[(index + n) % servers.length];
      if (!server) throw new Error('No server');
      try {
        const reply = await agent.request({
          origin: server.url,
          path: '/api/proxy/account/create',
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ name: `${this.#name}-${index}-${n}`, mode: 'test' }),
        });
        const text = await reply.body.text();
        if (reply.statusCode !== 200) continue;
        const { agentId }: { agentId: string } = JSON.parse(text);
        this.#acknowledged.push(agentId);
      } catch {
        // Its server is dead: that is no reason to flood the others.
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }
}
