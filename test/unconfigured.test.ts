/** A live key on a machine where no provider has been set up: nothing is charged that does not answer. */
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { loadProviders } from '../src/config/provider-files.ts';
import { listRequiredVariables, toVariableName } from '../src/kernel/tool/provider.ts';
import type { RegisteredTool } from '../src/kernel/tool/registry.ts';
import { loadCatalogue } from './harness/catalogue.ts';
import { type Farebox, startFarebox } from './harness/farebox.ts';
import { serverEnv } from './harness/server-env.ts';

const page = `<!doctype html><html lang="en"><head><title>Ferries</title></head><body><article><h1>Ferries</h1>
${'<p>The ferry leaves the old harbour at nine in the morning, and comes back in the evening when the wind allows.</p>'.repeat(8)}
</article></body></html>`;

const { tools } = await loadCatalogue();
const providers = await loadProviders();
/** The providers with a public address work without a key, but this test asks nobody outside. */
const nobody = 'http://127.0.0.1:9';
const env = Object.fromEntries(
  providers
    .filter(({ baseUrl, offByDefault }) => baseUrl !== '' && !offByDefault)
    .map(({ id }) => [toVariableName(id, 'baseUrl'), nobody]),
);
const bare = serverEnv({ url: undefined, dataDir: '.', shared: false, drop: async () => {} });
const { live } = readConfig({ ...bare, ...env }, providers).providers;

const called = tools.filter(({ toolset }) => toolset.layer !== null);
const isPossible = ({ definition: { uses = [] } }: RegisteredTool): boolean =>
  uses.length === 0 || uses.some(({ id }) => live[id] != null);
/** They read pages without anybody's help. */
const readers = ['scrape', 'reader', 'smart-read'];
const missing = called.filter((tool) => !isPossible(tool));

describe('a live key where no provider is set up', () => {
  let farebox: Farebox | undefined;
  let site: Server | undefined;
  let siteUrl = '';
  beforeAll(async () => {
    site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
    await new Promise<void>((listening) => site?.listen(0, '127.0.0.1', listening));
    const address = site.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    siteUrl = `http://127.0.0.1:${port}/`;
    farebox = await startFarebox({ env: { ...env, FETCH_ALLOW_HOSTS: `127.0.0.1:${port}` } });
  });
  afterAll(async () => {
    site?.close();
    await farebox?.stop();
  });

  /** The tool's first example, with our page in place of somebody's. */
  async function ask(tool: RegisteredTool) {
    if (!farebox) throw new Error('There is no server');
    const { apiKey, balance } = await farebox.account('live');
    const example = { ...tool.definition.examples[0] };
    if ('url' in example) example.url = siteUrl;
    if ('urls' in example) example.urls = [siteUrl];
    const body = tool.method === 'GET' ? {} : { body: example };
    const answer = await farebox.request(tool.method, tool.path, { key: apiKey, ...body });
    const after = await farebox.request('GET', '/api/account/balance', { key: apiKey });
    return { answer, error: answer.body.error, charged: balance - Number(after.body.balance) };
  }

  it('has tools of both kinds', () => {
    expect(missing.length).toBeGreaterThan(3);
    expect(called.length - missing.length).toBeGreaterThan(3);
  });

  it.each(missing.map((tool) => [tool.name, tool] as const))(
    '%s says which variables it needs',
    async (_name, tool) => {
      const { answer, error, charged } = await ask(tool);
      const variables = (tool.definition.uses ?? []).flatMap(listRequiredVariables);
      expect({ status: answer.status, error, charged }).toMatchObject({
        status: 503,
        error: { code: 'TOOL_UNAVAILABLE', details: { variables: expect.any(Array) } },
        charged: 0,
      });
      const named: unknown[] = JSON.parse(JSON.stringify(Object(error))).details.variables;
      expect(named.length).toBeGreaterThan(0);
      expect(named.filter((variable) => !variables.includes(String(variable)))).toEqual([]);
    },
  );

  it.each(called.filter(isPossible).map((tool) => [tool.name, tool] as const))(
    '%s works, or fails honestly and takes nothing',
    async (_name, tool) => {
      const { answer, error, charged } = await ask(tool);
      if (answer.status === 200 || readers.includes(tool.name)) {
        expect(answer).toMatchObject({ status: 200 });
        expect(charged).toBeCloseTo(tool.priceMicros / 1_000_000, 6);
        return;
      }
      expect([404, 422, 502, 503, 504]).toContain(answer.status);
      expect(error).toMatchObject({ message: expect.any(String), next: expect.any(String) });
      expect(charged).toBe(0);
    },
  );
});
