/** Part `concierge`: from a message to a priced plan, with a route found anew and with one that is known; memory over many. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createRouter } from '../../src/concierge/choosing/router.ts';
import { openConcierge } from '../../src/concierge/running/service.ts';
import type { Concierge } from '../../src/concierge/running/types.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { CallContext, PartResult } from '../../src/kernel/tool/context.ts';
import type { Registry } from '../../src/kernel/tool/registry.ts';
import { loadCatalogue } from '../harness/catalogue.ts';
import { contextFor } from '../harness/context.ts';
import { judge, median, print, printTable } from './measure.ts';

const MESSAGES = [
  'What is the weather in Paris?',
  'How much is 100 USD in JPY?',
  'translate "Good morning" to Japanese',
  '東京の天気は？',
  '100ドルは何円ですか',
  '把“早上好”翻译成日语',
];
const WARM = 300;
const ROUNDS = 400;
const CACHED_MS_MAX = 0.5;
const DISTINCT = 10_000;
const ROUTES_MAX = 5_000;
const GROWTH_MB_MAX = 25;

/** Every tool answers at once, and nothing is charged: what is measured is the concierge alone. */
function contextOf(registry: Registry): CallContext {
  const call = async (name: string, input: Readonly<Record<string, unknown>>): Promise<PartResult> => {
    const tool = registry.get(name);
    if (!tool) throw new FareboxError('UNKNOWN_TOOL');
    const output = { results: [{ name: 'Paris', latitude: 1, longitude: 2 }], response: 'An answer.' };
    return { tool, input: { ...input }, output, priceMicros: tool.priceMicros, warnings: [], cached: false };
  };
  const ids = { accountId: 'agt_bench', keyId: 'key_bench', lineage: 'key_bench' };
  const facts = { mode: 'live', ip: '', isRoot: true, status: 'active', caps: {} } as const;
  const ctx = contextFor({ timeoutMs: 600_000, principal: { kind: 'account', ...ids, ...facts } });
  const environment = { ...ctx.environment, settings: () => ({}) };
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  return { ...ctx, registry, call, environment, log };
}

export async function benchConcierge(): Promise<void> {
  print('\nThe concierge: from a message to its priced plan, in one thread');
  const registry = await loadCatalogue();
  const open = (): Concierge =>
    openConcierge({
      registry,
      createRouter: async (some) => createRouter(some),
      planner: { order: [], questionMicrosMax: 0 },
    });
  const ctx = contextOf(registry);
  const fresh = open();
  const known = open();
  for (const message of MESSAGES) await known.run({ message }, await known.plan({ message }, ctx), ctx);
  const rows: string[][] = [];
  const cachedMs: number[] = [];
  for (const message of MESSAGES) {
    const [freshOnes, knownOnes] = await timesOf(message, fresh, known, ctx);
    const { source } = await known.plan({ message }, ctx, true);
    if (source === 'cache') cachedMs.push(median(knownOnes));
    rows.push([message, `${median(freshOnes).toFixed(3)} ms`, `${median(knownOnes).toFixed(3)} ms`, source]);
  }
  printTable([['message', 'found anew', 'known', 'source'], ...rows]);
  judge('milliseconds for a known route, median over the messages', median(cachedMs), CACHED_MS_MAX, 'at most');
  await memoryOverMany(known, ctx);
}

/** Both in turn. */
async function timesOf(
  message: string,
  fresh: Concierge,
  known: Concierge,
  ctx: CallContext,
): Promise<[number[], number[]]> {
  const taken: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM + ROUNDS; round++) {
    for (const [at, concierge] of [fresh, known].entries()) {
      const startMs = performance.now();
      await concierge.plan({ message: at === 0 ? `${message}${' '.repeat(round + 1)}` : message }, ctx);
      if (round >= WARM) taken[at]?.push(performance.now() - startMs);
    }
  }
  return taken;
}

/** Messages of as many templates: the cache fills to its bound and stays there. */
async function memoryOverMany(concierge: Concierge, ctx: CallContext): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const ask = async (from: number): Promise<void> => {
    for (let i = from; i < from + DISTINCT; i++) {
      const words = i.toString(26).replace(/\d/g, (digit) => String.fromCharCode(113 + Number(digit)));
      const message = `Write one sentence with the word ${words} in it.`;
      const plan = await concierge.plan({ message }, ctx);
      await concierge.run({ message }, { ...plan, feeMicros: 0 }, ctx);
    }
  };
  await ask(0);
  collect();
  const before = process.memoryUsage().heapUsed;
  await ask(DISTINCT);
  collect();
  const grownMb = (process.memoryUsage().heapUsed - before) / 1e6;
  judge(`routes kept after ${2 * DISTINCT} messages`, concierge.stats('live').cacheSize, ROUTES_MAX, 'at most');
  judge(`MB that the heap grew over ${DISTINCT} more messages`, grownMb, GROWTH_MB_MAX, 'at most');
}
