/** The documents that are made from the code say what the code says: `npm run snapshots` writes them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadProviders } from '../src/config/provider-files.ts';
import { loadCatalogue } from './harness/catalogue.ts';
import { idOf, PROVIDER_TABLE, providerTable, readCells } from './harness/provider-table.ts';
import { root, textOf } from './harness/sources.ts';
import { TOOL_TABLE, withToolTable } from './harness/tool-table.ts';

const registry = await loadCatalogue();
const providers = await loadProviders();

// What stands in a row's cells is checked by the suite that tries it.
it('docs/providers.md knows every provider, its tools, and what each kind of failure leads to', () => {
  const text = textOf(PROVIDER_TABLE);
  const cells = readCells(text);
  const tried = new Set(cells.map(idOf));
  expect(providers.filter(({ id, baseUrl }) => baseUrl !== '' && !tried.has(id)).map(({ id }) => id)).toEqual([]);
  expect(text).toBe(providerTable(cells, registry, providers));
  const own = [...text.matchAll(/\]\(\.\.\/(test\/providers\/[\w-]+\.test\.ts)\)/g)].map(([, file = '']) => file);
  expect(own.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it('docs/tools.md has every tool with its price, category and sources', () => {
  const table = textOf(TOOL_TABLE);
  expect(table).toBe(withToolTable(table, registry));
  const sold = registry.tools.filter(({ toolset: { layer } }) => layer === 1 || layer === 2);
  for (const { name } of sold) expect(table).toContain(`| \`${name}\` (`);
});
