import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { loadProviders } from '../src/config/provider-files.ts';
import { createAddressGuard } from '../src/providers/shared/network/guard.ts';
import { examine } from '../src/server/commands/doctor.ts';
import { examineClientMetadata } from '../src/server/commands/outgoing-access.ts';
import { loadCatalogue } from './harness/catalogue.ts';
import { dailyEngines, type FreshDatabase, freshDatabase } from './harness/databases.ts';
import { farebox } from './harness/operator.ts';
import { serverEnv } from './harness/server-env.ts';
import { freshBooks } from './ledger/books.ts';

const providers = await loadProviders();
/** Name servers that know nothing. */
const nobody = { findTexts: async () => [], findMailServers: async () => [] };

describe.each(dailyEngines(import.meta.url))('the doctor on %s', (engine) => {
  let store: FreshDatabase;
  beforeAll(async () => {
    store = await freshDatabase(engine);
  });
  afterAll(() => store.drop());

  it('shows the parts, each provider, and what would set it up', async () => {
    const { lines, isHealthy } = await examine(readConfig(serverEnv(store), providers), providers);
    const text = lines.join('\n');
    expect(isHealthy).toBe(true);
    expect(text).toMatch(engine === 'sqlite' ? /Database +OK +SQLite/ : /Database +OK +PostgreSQL \d+/);
    if (engine === 'postgres') expect(text).toMatch(/fsync +(OK +on|Warning +off)/);
    for (const { id, tier } of providers) expect(text).toMatch(new RegExp(`^${id} +${tier} `, 'm'));
    const { tools } = await loadCatalogue();
    const named = tools.filter(({ definition }) => (definition.uses ?? []).length > 0).map(({ name }) => name);
    expect(named.filter((name) => !text.includes(name))).toEqual([]);
  });

  it('warns of a tool that runs at a loss, and of no other', async () => {
    const books = await freshBooks(engine);
    const { url, dataDir } = books.database;
    const day = new Date().toISOString().slice(0, 10);
    const row = (tool: string, revenue: number, cost: number): string =>
      `INSERT INTO margin_days (day, mode, tool, outcome, calls, paid, revenue, cost, unknown)
       VALUES ('${day}', 'live', '${tool}', 'settled', 2, 2, ${revenue}, ${cost}, 0)`;
    await books.execute(row('llm-realtime', 20_000, 31_500), row('search-web', 8_000, 2_000));
    const env = {
      DATA_DIR: dataDir,
      ...(url === undefined ? {} : { DATABASE_URL: url, FAREBOX_SECRET: 's'.repeat(32) }),
    };
    const { lines } = await examine(readConfig(env, providers), providers);
    expect(lines.filter((line) => line.includes('at a loss'))).toEqual([
      expect.stringMatching(/^llm-realtime +Warning +running at a loss: revenue 0\.02 USD, cost 0\.0315 USD/),
    ]);
  });

  it('is a command', async () => {
    const { code, output } = await farebox(serverEnv(store), 'doctor');
    expect({ code, shown: output.includes('Provider') }).toEqual({ code: 0, shown: true });
  });
});

describe('the doctor', () => {
  it('says where mail goes, and warns of operators without a code behind a nameless proxy', async () => {
    const lines = async (env: Record<string, string>) => (await examine(readConfig(env, []), [], nobody)).lines;
    expect(await lines({})).toContainEqual(
      expect.stringMatching(/^Mail +OK +saved to .*outbox: SMTP_URL is not set \(login codes are also logged\)$/),
    );
    expect(await lines({ NODE_ENV: 'production' })).toContainEqual(
      expect.stringMatching(/^Mail +Warning +.*so login codes reach nobody\. Set SMTP_URL$/),
    );
    expect(await lines({})).toContainEqual(expect.stringMatching(/^IndexNow +OK +not configured: set INDEXNOW_KEY/));
    expect(await lines({ INDEXNOW_KEY: 'some-key-1' })).toContainEqual(
      expect.stringMatching(
        /^IndexNow +Warning +.*BASE_URL isn't publicly reachable\. Set BASE_URL to the public address$/,
      ),
    );
    const env = {
      INDEXNOW_KEY: 'some-key-1',
      SMTP_URL: 'smtps://me:a-password@mail.farebox.jp:465',
      ADMIN_EMAILS: 'a@b.jp',
      TRUSTED_ADMIN_IPS: '::1',
    };
    const shown = await lines(env);
    expect(shown).toContainEqual(expect.stringMatching(/^Mail +OK +mail\.farebox\.jp:465$/));
    expect(shown).toContainEqual(expect.stringMatching(/^TRUSTED_ADMIN_IPS +Warning /));
    expect(shown.join()).not.toContain('a-password');
    expect(shown).toContainEqual(expect.stringMatching(/^MAIL_FROM +Warning /));
    const named = { ...env, MAIL_FROM: 'news@farebox.jp' };
    expect((await lines(named)).join()).not.toContain('MAIL_FROM');
    expect((await lines({ ...env, TRUST_PROXY: '10.0.0.1' })).join()).not.toContain('TRUSTED_ADMIN_IPS');
  });

  it('says what to set for a provider, and that it is set up when it is', async () => {
    const tavily = async (env: Record<string, string>) =>
      (await examine(readConfig(env, providers), providers)).lines.find((line) => line.startsWith('tavily '));
    expect(await tavily({})).toMatch(/set TAVILY_API_KEY +search-ai/);
    expect(await tavily({ TAVILY_API_KEY: 'k' })).toMatch(/configured +search-ai/);
  });

  it('names the tools that live keys can not have, and what would bring each', async () => {
    const namesIt = async (env: Record<string, string>) => {
      const { lines } = await examine(readConfig(env, providers), providers);
      return lines.some((line) => /^search-ai +0\.002 \(2 WT\) +TAVILY_API_KEY$/.test(line));
    };
    expect(await namesIt({})).toBe(true);
    expect(await namesIt({ TAVILY_API_KEY: 'k' })).toBe(false);
  });

  it('is loud about plans that can lose money', async () => {
    const linesOf = async (env: Record<string, string>) =>
      (await examine(readConfig({ TAVILY_API_KEY: 'k', ...env }, providers), providers)).lines.join('\n');
    expect(await linesOf({})).toMatch(/^TAVILY_CREDIT_USD +Warning +0, which is only right on a free plan/m);
    const dear = await linesOf({ TAVILY_CREDIT_USD: '0.008' });
    expect(dear).not.toMatch(/^TAVILY_CREDIT_USD/m);
    expect(dear).toMatch(/^search-ai +Warning +a call can cost up to 0\.008 USD at a price of 0\.002/m);
    expect(await linesOf({ TAVILY_CREDIT_USD: '0.0015' })).not.toMatch(/^search-ai +Warning/m);
  });

  it('finds out whether documents of clients can be fetched', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    const host = `127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
    const guard = createAddressGuard({ allowHosts: [host] });
    const look = (clientIdMetadata: 'on' | 'off') =>
      examineClientMetadata({ clientIdMetadata }, [`http://${host}`], guard);
    expect(await look('on')).toMatchObject({ state: 'ok', detail: expect.stringContaining(`(${host} is reachable)`) });
    listener.close();
    await once(listener, 'close');
    expect(await look('on')).toMatchObject({
      state: 'warning',
      detail: expect.stringMatching(/can't reach .*Turn it off/),
    });
    expect(await look('off')).toMatchObject({ state: 'ok', detail: expect.stringMatching(/^off: /) });
    const { lines } = await examine(readConfig({ CLIENT_ID_METADATA: 'off' }, []), []);
    expect(lines).toContainEqual(expect.stringMatching(/^CLIENT_ID_METADATA +OK +off: /));
  });

  it('finds a database that does not answer', async () => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', FAREBOX_SECRET: 'x'.repeat(32) };
    const { lines, isHealthy } = await examine(readConfig(env, []), []);
    expect(isHealthy).toBe(false);
    expect(lines.join('\n')).toMatch(/Database +Error/);
  });

  it('warns of a public address without https, without a proxy named', async () => {
    const { lines } = await examine(readConfig({ BASE_URL: 'http://farebox.example' }, []), []);
    expect(lines.join('\n')).toMatch(/TRUST_PROXY +Warning/);
    expect(lines.join('\n')).toMatch(/BASE_URL +Warning +not HTTPS/);
  });

  it('says what strangers may use up of a server that is reached from outside', async () => {
    const look = async (env: Record<string, string>): Promise<string> =>
      (await examine(readConfig(env, []), [])).lines.join('\n');
    const limits = { RATE_LIMIT_PER_MINUTE: '1000000', MAX_CONNECTIONS: '1000', WELCOME_USD_PER_DAY: '2.5' };
    const open = await look({ ...limits, BASE_URL: 'https://farebox.example' });
    expect(open).toMatch(/Budgets +OK +up to 2\.5 USD of welcome credit \(WELCOME_USD_PER_DAY\) and 100 diagnoses/);
    for (const name of ['RATE_LIMIT_PER_MINUTE', 'MAX_CONNECTIONS_PER_ADDRESS', 'OPERATOR_CONTACT'])
      expect(open).toMatch(new RegExp(`^${name} +Warning `, 'm'));
    const set = { BASE_URL: 'https://farebox.example', OPERATOR_CONTACT: 'security@farebox.example' };
    for (const env of [limits, set]) expect(await look(env)).not.toMatch(/^(RATE_LIMIT|MAX_CONN|OPERATOR_CONT)/m);
  });
});
