/** The public conformance suite's scenarios for authorization servers, against the real one. */
import { createServer } from 'node:net';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAuthorizationSuite, summaryOf } from '../conformance/suite.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { consent, register, ticketOf } from './a-client.ts';

let server: Farebox;
beforeAll(async () => {
  server = await startFarebox();
});
afterAll(() => server.stop());

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

// The suite's own waits add up.
it('passes both scenarios of the public conformance suite', { timeout: 120_000 }, async () => {
  const { apiKey } = await server.account('test');
  const port = await freePort();
  const client = await register(server, { redirect_uris: [`http://127.0.0.1:${port}/callback`] });
  const options = ['--client-id', client.id, '--resource', `${server.url}/mcp/proxy`, '-p', String(port)];
  const { exitCode, output } = await runAuthorizationSuite(server.url, options, async ({ pathname, search }) => {
    const page = await server.request('GET', `${pathname}${search}`);
    const { body } = await consent(server, ticketOf(page), apiKey);
    await (await request(String(body.redirectTo))).body.dump();
  });
  expect(exitCode, output).toBe(0);
  expect(output).not.toMatch(/SKIPPED|WARNING/);
  expect([...summaryOf(output)]).toEqual([
    ['authorization-server-metadata-endpoint', { passed: 2, failed: 0 }],
    ['authorization-code-grant', { passed: 1, failed: 0 }],
  ]);
});
