import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { examine } from '../src/doctor.ts';
import { loadProviders } from '../src/provider-files.ts';
import { loadCatalogue } from './harness/catalogue.ts';
import { engines, type FreshDatabase, freshDatabase } from './harness/databases.ts';
import { farebox } from './harness/operator.ts';
import { serverEnv } from './harness/server-env.ts';

const providers = await loadProviders();

describe.each(engines)('the doctor on %s', (engine) => {
  let store: FreshDatabase;
  beforeAll(async () => {
    store = await freshDatabase(engine);
  });
  afterAll(() => store.drop());

  it('shows the parts, each provider, and what would set it up', async () => {
    const { lines, healthy } = await examine(readConfig(serverEnv(store), providers), providers);
    const text = lines.join('\n');
    expect(healthy).toBe(true);
    expect(text).toMatch(engine === 'sqlite' ? /Database +ok +SQLite/ : /Database +ok +PostgreSQL \d+/);
    if (engine === 'postgres') expect(text).toMatch(/fsync +(ok +on|warning +off)/);
    for (const { id, tier } of providers) expect(text).toMatch(new RegExp(`^${id} +${tier} `, 'm'));
    const { tools } = await loadCatalogue();
    const named = tools.filter(({ definition }) => (definition.uses ?? []).length > 0).map(({ name }) => name);
    expect(named.filter((name) => !text.includes(name))).toEqual([]);
  });

  it('is a command', async () => {
    const { code, output } = await farebox(serverEnv(store), 'doctor');
    expect({ code, shown: output.includes('Provider') }).toEqual({ code: 0, shown: true });
  });
});

describe('the doctor', () => {
  it('says what to set for a provider, and that it is set up when it is', async () => {
    const tavily = async (env: Record<string, string>) =>
      (await examine(readConfig(env, providers), providers)).lines.find((line) => line.startsWith('tavily '));
    expect(await tavily({})).toMatch(/set TAVILY_API_KEY +search-ai/);
    expect(await tavily({ TAVILY_API_KEY: 'k' })).toMatch(/set up +search-ai/);
  });

  it('finds a database that does not answer', async () => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', FAREBOX_SECRET: 'x'.repeat(32) };
    const { lines, healthy } = await examine(readConfig(env, []), []);
    expect(healthy).toBe(false);
    expect(lines.join('\n')).toMatch(/Database +failed/);
  });

  it('warns of a public address without https, without a proxy named', async () => {
    const { lines } = await examine(readConfig({ BASE_URL: 'http://farebox.example' }, []), []);
    expect(lines.join('\n')).toMatch(/TRUST_PROXY +warning/);
    expect(lines.join('\n')).toMatch(/BASE_URL +warning +is not https/);
  });
});
