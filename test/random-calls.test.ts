/**
 * Random inputs for every tool, through the front door with a test key: each is answered with 2xx or with a clear
 * 4xx, and afterwards the books prove themselves and equal the receipts. `npm run soak` makes ten thousand calls on each database.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RegisteredTool } from '../src/kernel/tool/registry.ts';
import type { AnyTool } from '../src/kernel/tool/tool.ts';
import { WELCOME_MICROS } from '../src/ledger/accounts/accounts.ts';
import { loadCatalogue } from './harness/catalogue.ts';
import { type Engine, engines, type FreshDatabase, freshDatabase } from './harness/databases.ts';
import { type Answer, type FareboxProcess, startFareboxProcess } from './harness/farebox.ts';
import { isLong } from './harness/long.ts';
import { grant, runCommand } from './harness/operator.ts';
import { bodyFor, failingInput } from './harness/random-input.ts';
import { serverEnv } from './harness/server-env.ts';

const SOAK_CALLS = process.env.SOAK_CALLS;
/** The same calls in each run of the tests, others in each soak. */
const SEED = SOAK_CALLS === undefined ? { seed: 20_261_121 } : {};
const CALLS = { sqlite: isLong ? 1_000 : 200, postgres: isLong ? 500 : 120 };
const calls = (engine: Engine): number => Number(SOAK_CALLS ?? CALLS[engine]);
const AT_ONCE = 25;
const BALANCE_USD = 1_000;
/** Failures that come at once. */
const failures = [
  'down',
  'rate-limit',
  'bad-key',
  'quota',
  'error-in-200',
  'empty',
  'reset',
  'cut',
  'malformed',
  'html',
];

const registry = await loadCatalogue();
const { tools } = registry;
/** What the sandbox does not have is not set up. */
const isThere = ({ uses = [] }: AnyTool): boolean => uses.length === 0 || uses.some(({ baseUrl }) => baseUrl !== '');
const callable = tools.filter(
  ({ access, definition }) => access !== 'operator' && definition.body !== 'raw' && isThere(definition),
);
const sold = callable.filter(({ toolset: { layer } }) => layer === 1 || layer === 2);

interface Caller {
  apiKey: string;
  agentId: string;
}

/** A server, who calls it, and what was paid. */
class World {
  readonly #database: FreshDatabase;
  readonly env: Readonly<Record<string, string>>;
  readonly farebox: FareboxProcess;
  readonly rich: Caller;
  /** Its keys may be rotated and deleted by what is called. */
  spare: Caller;
  /** Micro-USD of the receipts of the rich account. */
  receipts = 0;
  answered = 0;

  constructor(
    database: FreshDatabase,
    env: Record<string, string>,
    farebox: FareboxProcess,
    rich: Caller,
    spare: Caller,
  ) {
    this.#database = database;
    this.env = env;
    this.farebox = farebox;
    this.rich = rich;
    this.spare = spare;
  }

  static async open(engine: Engine): Promise<World> {
    const database = await freshDatabase(engine);
    const own = { REFUNDS_PER_HOUR: '1000000' };
    const farebox = await startFareboxProcess({ database, env: own });
    const env = { ...serverEnv(database), ...own };
    const rich = await farebox.account('test');
    await grant(env, rich.agentId, BALANCE_USD);
    return new World(database, env, farebox, rich, await farebox.account('test'));
  }

  async close(): Promise<void> {
    await this.farebox.stop();
    await this.#database.drop();
  }

  /** Sends it, counts its receipt, and resolves with a complaint, or null when a caller can do something with the answer. */
  async complaint(tool: RegisteredTool, body: unknown, allowed: (answer: Answer) => boolean): Promise<string | null> {
    const answer = await this.#send(tool, body);
    const { status, text, headers } = answer;
    this.answered++;
    if (status < 400) {
      if (tool.toolset.layer !== null) this.receipts += paidIn(answer.body, headers['x-farebox-receipt']);
      return null;
    }
    const said = `${tool.name}: ${status} ${text.slice(0, 500)}`;
    if (!allowed(answer)) return `An answer that should not be. ${said}`;
    const { error } = answer.body;
    const isOurs = typeof error === 'object' && error !== null;
    return tool.reply === 'page' || saysSomething(isOurs ? error : answer.body) ? null : `No words. ${said}`;
  }

  #send(tool: RegisteredTool, body: unknown): Promise<Answer> {
    const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
    const key = tool.toolset.layer === null ? this.spare.apiKey : this.rich.apiKey;
    const inPath = new Set([...tool.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name));
    const path = tool.path.replace(/\{([^}]+)\}/g, (_all, name: string) => inUrl(fields[name] ?? 'x') || 'x');
    if (tool.method !== 'GET') return this.farebox.request(tool.method, path, { key, body });
    const query = Object.entries(fields)
      .filter(([name, value]) => !inPath.has(name) && value !== undefined)
      .map(([name, value]) => `${inUrl(name)}=${inUrl(value)}`);
    return this.farebox.request('GET', `${path}?${query.join('&')}`, { key });
  }
}

const inUrl = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 500).toWellFormed());

/** A sentence somewhere, or a list of what is wrong with each field. */
const saysSomething = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  Object.values(error).some((value) =>
    Array.isArray(value) ? value.some(saysSomething) : typeof value === 'string' && value.length > 3,
  );

function paidIn({ receipt }: Record<string, unknown>, header: string | string[] | undefined): number {
  const found: unknown = typeof header === 'string' ? JSON.parse(Buffer.from(header, 'base64url').toString()) : receipt;
  const amount = typeof found === 'object' && found !== null && 'amount' in found ? found.amount : 0;
  return Math.round(Number(amount) * 1_000_000);
}

/** Not set up here, or a place that says it has nothing of the kind. */
const isMissing = ({ status, text }: Answer): boolean =>
  (status === 503 && /TOOL_UNAVAILABLE|"no_provider"/.test(text)) || status === 501;

describe.each(engines)('random calls on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await World.open(engine);
  });
  afterAll(() => world.close());

  const call = fc.constantFrom(...callable).chain((tool) => bodyFor(tool).map((body) => ({ name: tool.name, body })));
  const batch = fc.array(call, { minLength: AT_ONCE, maxLength: AT_ONCE });
  const count = calls(engine);
  const timeout = 60_000 + count * 200;

  it(`are each answered with 2xx or a clear 4xx (${count})`, { timeout }, async () => {
    const property = fc.asyncProperty(batch, async (asked) => {
      const sent = asked.map(({ name, body }) => {
        const tool = registry.get(name);
        if (!tool) throw new Error(`There is no ${name}`);
        return world.complaint(tool, body, (answer) => answer.status < 500 || isMissing(answer));
      });
      expect((await Promise.all(sent)).filter((complaint) => complaint !== null)).toEqual([]);
      // What was called may have ended its key.
      const { status } = await world.farebox.request('GET', '/api/account/balance', { key: world.spare.apiKey });
      if (status === 401) world.spare = await world.farebox.account('test');
    });
    await fc.assert(property, { numRuns: Math.ceil(count / AT_ONCE), ...SEED });
    expect(world.answered).toBeGreaterThanOrEqual(count);
  });

  it('that ask for a failure get it in words, never a 500', async () => {
    const complaints: unknown[] = [];
    const failAll = async (tool: RegisteredTool): Promise<void> => {
      for (const magic of failures) {
        const input = failingInput(tool, magic);
        const failed = input && (await world.complaint(tool, input, ({ status }) => status !== 500 && status <= 504));
        if (failed) complaints.push(failed);
      }
    };
    for (let i = 0; i < sold.length; i += AT_ONCE) await Promise.all(sold.slice(i, i + AT_ONCE).map(failAll));
    expect(complaints).toEqual([]);
  });

  it('leave books that hold, and equal the receipts', async () => {
    expect(await runCommand(world.env, 'verify')).toMatchObject({ code: 0 });
    const { body } = await world.farebox.request('GET', '/api/account/balance', { key: world.rich.apiKey });
    const micros = (amount: unknown): number => Math.round(Number(amount) * 1_000_000);
    expect(world.receipts).toBeGreaterThan(0);
    expect(micros(body.totalSpent)).toBe(world.receipts);
    expect(micros(body.balance)).toBe(micros(BALANCE_USD) + WELCOME_MICROS - world.receipts);
    expect(world.farebox.output()).not.toContain('"code":"INTERNAL"');
  });
});
