/** Law: what test keys do to the sandbox never reaches live, and nothing is left open behind it. */
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../src/config/config.ts';
import { loadProviders } from '../../src/config/provider-files.ts';
import type { CallContext, UpstreamEnvironment } from '../../src/kernel/tool/context.ts';
import type { ProviderDefinition } from '../../src/kernel/tool/provider.ts';
import { createEnvironment } from '../../src/providers/shared/environment.ts';
import { createAddressGuard } from '../../src/providers/shared/network/guard.ts';
import { createLiveTransport, type LiveTransport } from '../../src/providers/shared/network/transport.ts';
import { requestText } from '../../src/providers/shared/provider.ts';
import { createSandbox, createTwinLoader } from '../../src/sandbox/sandbox.ts';
import { benchOf, contextFor, failureOf } from '../harness/context.ts';

const all: readonly ProviderDefinition[] = await loadProviders();
/** Files and programs of this machine have no part in the sandbox. */
const inSandbox = readConfig({}, all).providers.test;
const providers = all.filter(({ id }) => inSandbox[id] !== null);
const upstream = { requests: 0, url: '' };
const server = createServer((_request, response) => {
  upstream.requests++;
  response.end('live');
});
let network: LiveTransport;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  upstream.url = `http://127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}`;
  network = createLiveTransport({ guard: createAddressGuard(), userAgent: 'Farebox/test' });
});
afterAll(async () => {
  await network.close();
  await new Promise((resolve) => server.close(resolve));
});

const through = (environment: UpstreamEnvironment): CallContext => ({
  ...contextFor({ mode: environment.mode }),
  environment,
});

it('every provider that the sandbox has is a twin', async () => {
  const twins = await createTwinLoader();
  expect(providers.length).toBeGreaterThan(0);
  for (const { id } of providers) expect((await twins(id)).id).toBe(id);
});

it('tripping every breaker with test keys leaves live as it was', async () => {
  const settings = Object.fromEntries(providers.map(({ id }) => [id, { baseUrl: upstream.url }]));
  const sandbox = await createSandbox({ admit: createAddressGuard().admitWritten });
  const test = createEnvironment({ mode: 'test', transport: sandbox, settings });
  const live = createEnvironment({ mode: 'live', transport: network, settings });
  for (const facts of providers) {
    const ask = async (turn: number): Promise<string> => {
      const share = { owner: `caller ${turn % 3}`, isPaid: false };
      const request = { path: '/', query: { q: `sandbox:reset ${turn}` }, method: 'POST' as const };
      return (await failureOf(requestText(facts, { ...through(test), share }, request))).kind;
    };
    for (let turn = 0; turn < 5; turn++) expect(await ask(turn)).toBe('cut');
    expect(await ask(5)).toBe('parked');
    expect(test.health.pausedForMs(facts.id)).toBeGreaterThan(0);
  }
  expect(upstream.requests).toBe(0);
  for (const facts of providers) {
    expect(live.health.pausedForMs(facts.id)).toBe(0);
    expect((await requestText(facts, through(live), { path: '/' })).text).toBe('live');
  }
  expect(upstream.requests).toBe(providers.length);
});

it('leaves no connection and no timer behind, whatever broke', async () => {
  const open = (): number =>
    process.getActiveResourcesInfo().filter((name) => /TCPSocketWrap|TCPServerWrap|Timeout/.test(name)).length;
  const [facts] = providers;
  if (!facts) throw new Error('There is no provider');
  const before = open();
  const bench = await benchOf({ id: facts.id, handle: () => ({ json: { ok: true } }) });
  for (const magic of ['cut', 'reset', 'hang', 'stall', 'drip', 'slow=400', 'huge', 'blank', 'html', 'down']) {
    const asked = requestText(facts, bench.context({ magic, timeoutMs: 250 }), { path: '/', stallMs: 100 });
    await asked.catch(() => {});
  }
  await bench.close();
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(open()).toBeLessThanOrEqual(before);
});
