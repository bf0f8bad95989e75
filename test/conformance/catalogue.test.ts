/** The scenarios that call no fixture by name, against the product's own catalogue at `/mcp/free`. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadCatalogue } from '../harness/catalogue.ts';
import { isLong } from '../harness/long.ts';
import { startWorld, type World } from '../mcp/a-world.ts';
import { runSuite, summaryOf } from './suite.ts';

const everywhere = ['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection'];

const scenarios: Record<string, string[]> = {
  '2025-11-25': [...everywhere, 'server-initialize', 'ping'],
  '2026-07-28': [
    ...everywhere,
    'http-header-validation',
    'sep-2164-resource-not-found',
    'caching',
    'input-required-result-unsupported-methods',
    'server-sse-multiple-streams',
  ],
};

let world: World;
beforeAll(async () => {
  world = await startWorld({ registry: await loadCatalogue() });
});
afterAll(() => world.close());

// Each is a run of many scenarios.
it.runIf(isLong).each(Object.entries(scenarios))('passes them at %s', { timeout: 200_000 }, async (revision, names) => {
  const { output } = await runSuite(`${world.url}/mcp/free`, ['--requirements', revision]);
  const summary = summaryOf(output);
  for (const name of names) {
    expect(summary.get(name)?.failed, `${name}\n${output}`).toBe(0);
    expect(summary.get(name)?.passed, name).toBeGreaterThan(0);
  }
});
