/** Writes docs/providers.md from the providers' tests, as Vitest lists them. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadProviders } from '../../src/config/provider-files.ts';
import type { Registry } from '../../src/kernel/tool/registry.ts';
import { idOf, PROVIDER_TABLE, providerCells, providerTable, readCells, rowsOf } from './provider-table.ts';
import { root } from './sources.ts';

const LIST_MS_MAX = 180_000;

export async function writeProviderTable(registry: Registry): Promise<void> {
  const tried = rowsOf(await providerTests()).map(providerCells);
  const providers = await loadProviders();
  const ids = new Set(tried.map(idOf));
  const missing = new Set(providers.map(({ id }) => id).filter((id) => !ids.has(id)));
  const path = join(root, PROVIDER_TABLE);
  // Suites that need a program which this machine lacks are not listed: their rows stay.
  const kept = readCells(await readFile(path, 'utf8')).filter((row) => missing.has(idOf(row)));
  const rows = [...tried, ...kept].sort((a, b) => a.localeCompare(b));
  await writeFile(path, providerTable(rows, registry, providers));
}

/** Full names of the tests of providers. */
async function providerTests(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-list-'));
  const file = join(folder, 'list.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  try {
    const words = [vitest, 'list', `--json=${file}`, 'test/providers'];
    await promisify(execFile)(process.execPath, words, { cwd: root, timeout: LIST_MS_MAX, maxBuffer: 2 ** 26 });
    const listed: { name: string }[] = JSON.parse(await readFile(file, 'utf8'));
    return listed.map(({ name }) => name);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
