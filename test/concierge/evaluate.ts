/**
 * `npm run eval [-- --direct] [-- files]`: how many messages are routed as they should be, by language and tag, with the
 * ids that fail. Without files: the unseen ones, which nothing was trained or tuned on. Each message is sent to the estimate
 * of a started server; `--direct` asks the router itself.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createRouter } from '../../src/concierge/choosing/router.ts';
import type { Registry } from '../../src/kernel/tool/registry.ts';
import { defaultsOf, loadCatalogue } from '../harness/catalogue.ts';
import { startFareboxProcess } from '../harness/farebox.ts';
import { root } from '../harness/sources.ts';
import { type Case, type DefaultOf, faultOf, type RoutedStep } from './scoring.ts';

const UNSEEN = join(root, 'test/concierge/unseen');

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function casesIn(file: string): Case[] {
  const cases: Case[] = JSON.parse(readFileSync(file, 'utf8'));
  return cases;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const DIRECT = '--direct';
const asked = process.argv.slice(2);

function files(): string[] {
  const named = asked.filter((argument) => argument !== DIRECT);
  if (named.length > 0) return named;
  const unseen = readdirSync(UNSEEN).filter((file) => file.endsWith('.json'));
  return unseen.map((file) => join(UNSEEN, file));
}

/** Who routes: the steps of a message, in order. */
interface Door {
  route(message: string): Promise<RoutedStep[]>;
  close(): Promise<unknown>;
}

function directDoor(registry: Registry): Door {
  const router = createRouter(registry);
  return { route: async (message) => router.route(message).steps, close: async () => undefined };
}

/** A server of its own, asked with a test key; the answer of an estimate that finds no tool is an error or no steps. */
async function serverDoor(): Promise<Door> {
  const farebox = await startFareboxProcess();
  const { apiKey } = await farebox.account('test');
  return {
    async route(message) {
      const { body } = await farebox.request('POST', '/api/v2/smart/estimate', { key: apiKey, body: { message } });
      const steps = isRecord(body.route) ? body.route.steps : [];
      return Array.isArray(steps) ? steps.flatMap(stepOf) : [];
    },
    close: () => farebox.stop(),
  };
}

function stepOf(step: unknown): RoutedStep[] {
  if (!isRecord(step) || typeof step.tool !== 'string' || !isRecord(step.input)) return [];
  return [{ tool: step.tool, input: step.input, from: isRecord(step.from) ? step.from : undefined }];
}

interface Judged {
  test: Case;
  fault: string | null;
}

function share(judged: readonly Judged[]): string {
  const passed = judged.filter(({ fault }) => fault === null).length;
  return `${((passed / Math.max(judged.length, 1)) * 100).toFixed(1)} % (${passed}/${judged.length})`;
}

const shares = (names: readonly string[], of: (name: string) => readonly Judged[]): string =>
  names.map((name) => `${name} ${share(of(name))}`).join('   ');

async function judge(file: string, door: Door, defaultOf: DefaultOf): Promise<void> {
  const judged: Judged[] = [];
  for (const test of casesIn(file)) {
    judged.push({ test, fault: faultOf(test, await door.route(test.message), defaultOf) });
  }
  print(`\n${basename(file)}: ${share(judged)}`);
  const languages = [...new Set(judged.map(({ test }) => test.lang))];
  print(shares(languages, (language) => judged.filter(({ test }) => test.lang === language)));
  const tags = [...new Set(judged.flatMap(({ test }) => test.tags))].sort();
  print(shares(tags, (tag) => judged.filter(({ test }) => test.tags.includes(tag))));
  for (const { test, fault } of judged) if (fault !== null) print(`  ${test.id}: ${fault}`);
}

const registry = await loadCatalogue();
const door = asked.includes(DIRECT) ? directDoor(registry) : await serverDoor();
try {
  for (const file of files()) await judge(file, door, defaultsOf(registry));
} finally {
  await door.close();
}
