/**
 * `npm run eval [-- files]`: how many messages are routed as they should be, by language and tag, with the ids that
 * fail. Without files: our own cases, and those beside the repository where they are.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createRouter } from '../../src/concierge/router.ts';
import type { Registry } from '../../src/kernel/registry.ts';
import { loadCatalogue } from '../harness/catalogue.ts';
import { root } from '../harness/sources.ts';
import { type Case, type DefaultOf, faultOf } from './scoring.ts';

const OWN = join(root, 'test/concierge/cases');
const BESIDE = join(root, '../shared/eval/concierge-dev.json');

const print = (line: string): void => void process.stdout.write(`${line}\n`);

export function casesIn(file: string): Case[] {
  const cases: Case[] = JSON.parse(readFileSync(file, 'utf8'));
  return cases;
}

export const defaultsOf =
  (registry: Registry): DefaultOf =>
  (tool, field) => {
    const properties = registry.get(tool)?.inputSchema.properties;
    const schema: unknown = isRecord(properties) ? properties[field] : undefined;
    return isRecord(schema) ? schema.default : undefined;
  };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function files(): string[] {
  const asked = process.argv.slice(2);
  if (asked.length > 0) return asked;
  const own = readdirSync(OWN)
    .filter((file) => file.endsWith('.json'))
    .map((file) => join(OWN, file));
  return [...(existsSync(BESIDE) ? [BESIDE] : []), ...own];
}

interface Judged {
  test: Case;
  fault: string | null;
}

function share(judged: readonly Judged[]): string {
  const passed = judged.filter(({ fault }) => fault === null).length;
  return `${((passed / Math.max(judged.length, 1)) * 100).toFixed(1)} % (${passed}/${judged.length})`;
}

async function run(): Promise<void> {
  const registry = await loadCatalogue();
  const router = createRouter(registry);
  for (const file of files()) {
    const judged = casesIn(file).map(
      (test): Judged => ({ test, fault: faultOf(test, router.route(test.message).steps, defaultsOf(registry)) }),
    );
    print(`\n${basename(file)}: ${share(judged)}`);
    const languages = [...new Set(judged.map(({ test }) => test.lang))];
    print(
      languages
        .map((language) => `${language} ${share(judged.filter(({ test }) => test.lang === language))}`)
        .join('   '),
    );
    const tags = [...new Set(judged.flatMap(({ test }) => test.tags))].sort();
    print(tags.map((tag) => `${tag} ${share(judged.filter(({ test }) => test.tags.includes(tag)))}`).join('   '));
    for (const { test, fault } of judged) if (fault !== null) print(`  ${test.id}: ${fault}`);
  }
}

await run();
