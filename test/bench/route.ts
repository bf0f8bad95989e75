/** Part `route`: how long the concierge takes to route a message without a model; the messages are our own cases. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRouter } from '../../src/concierge/choosing/router.ts';
import { loadCatalogue } from '../harness/catalogue.ts';
import { root } from '../harness/sources.ts';
import { judge, print, printTable } from './measure.ts';

const ROUNDS = 6;
const P99_MS_MAX = 3;
const LONG = 2000;

const hostile = [
  '"',
  '「',
  'a.',
  'from a to ',
  '天气',
  'から',
  '翻译成英文并',
  '\n',
  'weather in paris and ',
  'wheather ',
];

function messages(): string[] {
  const folder = join(root, 'test/concierge/training/cases');
  return readdirSync(folder).flatMap((file) => {
    const cases: { message: string }[] = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    return cases.map(({ message }) => message);
  });
}

export async function benchRoute(): Promise<void> {
  print('\nRoutes without a model: milliseconds a message, the best of some rounds');
  const router = createRouter(await loadCatalogue());
  const startMs = performance.now();
  router.route('Weather in Lima');
  const firstMs = performance.now() - startMs;
  const all = messages();
  for (const message of all) router.route(message);
  const best = (message: string): number => {
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round++) {
      // Another space each time: a message that was routed a moment ago is remembered.
      const again = message + ' '.repeat(round + 1);
      const beginMs = performance.now();
      router.route(again);
      least = Math.min(least, performance.now() - beginMs);
    }
    return least;
  };
  const times = all.map(best).sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  const worst = Math.max(...hostile.map((part) => best(part.repeat(Math.ceil(LONG / part.length)))));
  printTable([
    ['messages', 'first', 'p50', 'p99', `hostile, ${LONG} characters`],
    [String(all.length), ...[firstMs, at(0.5), at(0.99), worst].map((ms) => `${ms.toFixed(2)} ms`)],
  ]);
  judge('p99 of a route, ms', at(0.99), P99_MS_MAX, 'at most');
}
