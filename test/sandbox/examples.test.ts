/** A newcomer's first try: every example of every tool that asks an upstream, with a test key. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { loadProviders } from '../../src/config/provider-files.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { loadCatalogue } from '../harness/catalogue.ts';
import { contextFor } from '../harness/context.ts';
import { root } from '../harness/sources.ts';

const config = readConfig({}, await loadProviders());
/** Files and programs of this machine have no part in it, nor has a sign-in provider, which is its operator's own. */
const inSandbox = Object.entries(config.providers.test).filter(([, settings]) => settings !== null);
const sandbox = await createSandbox({ admit: () => {} });
const { tools } = await loadCatalogue();
const sandboxed = new Set(inSandbox.map(([id]) => id));
const asking = tools.filter(({ definition: { uses = [] } }) => uses.some(({ id }) => sandboxed.has(id)));

/** The answer without the time it took. */
async function answer(tool: (typeof tools)[number], example: object): Promise<string> {
  const { input, output } = tool.definition;
  const settings = Object.fromEntries(inSandbox.flatMap(([id, found]) => (found ? [[id, found]] : [])));
  const ctx = contextFor({ transport: sandbox, settings, mode: 'test' });
  const found = output.parse(await tool.definition.run(input.parse(example), ctx));
  return JSON.stringify(found, (key, value: unknown) => (key === 'ms' ? 0 : value));
}

/** Values under a name that says when, and are not ISO 8601 UTC or a plain date. */
function listOddTimes(value: unknown, name = ''): unknown[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => listOddTimes(inner, Array.isArray(value) ? name : key));
  }
  const saysWhen = typeof value === 'string' && /^(?:time|date|timestamp|sunrise|sunset)$|[a-z](?:At|Time)$/.test(name);
  return saysWhen && !/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d\.\d{3}Z)?$/.test(value) ? [{ [name]: value }] : [];
}

describe('examples with a test key', () => {
  it('are there for each tool', () => {
    expect(asking.length).toBeGreaterThan(30);
    expect(asking.filter(({ definition }) => definition.examples.length === 0)).toEqual([]);
  });

  it.each(asking.flatMap((tool) => tool.definition.examples.map((example) => [tool.name, example, tool] as const)))(
    '%s answers %o, and the same again',
    async (_name, example, tool) => {
      const first = await answer(tool, example);
      expect(await answer(tool, example)).toBe(first);
      expect(listOddTimes(JSON.parse(first))).toEqual([]);
    },
  );

  it('have a twin for each provider', async () => {
    const twins = await readdir(join(root, 'src/sandbox'));
    expect(inSandbox.map(([id]) => `${id}.ts`).filter((file) => !twins.includes(file))).toEqual([]);
  });
});
