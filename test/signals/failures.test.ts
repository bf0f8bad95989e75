/** Lists the last failures of a provider, a tool and an account, each with its cause, duration and request id. */
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { summarizeFailure } from '../../src/kernel/errors/cause.ts';
import { UpstreamFailure } from '../../src/kernel/errors/failure.ts';
import { FAILURES_KEPT } from '../../src/signals/failures/writes.ts';
import { dailyEngines, type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type FareboxProcess, startFareboxProcess } from '../harness/farebox.ts';
import { grant } from '../harness/operator.ts';
import { serverEnv } from '../harness/server-env.ts';

const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';

interface Failure {
  cause: string;
  kind: string | null;
  status: number | null;
  ms: number;
  provider: string | null;
  tool: string | null;
  agentId: string | null;
  callId: string | null;
  requestId: string;
}

describe.each(dailyEngines('failures.test.ts'))('the last failures (%s)', (engine) => {
  let upstream: Server;
  let database: FreshDatabase;
  let server: FareboxProcess;
  let caller: { apiKey: string; agentId: string };

  beforeAll(async () => {
    upstream = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      request.on('end', () => {
        const isStatus = text.includes('fail with a status');
        response
          .writeHead(isStatus ? 500 : 200, { 'content-type': 'application/json' })
          .end(isStatus ? '{"error":{"message":"broken"}}' : '{"choices":"none of the documented kind"}');
      });
    });
    await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening));
    const address = upstream.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    database = await freshDatabase(engine);
    const env = {
      ...{ ADMIN_TOKEN, LOG_LEVEL: 'warn', REFUNDS_PER_HOUR: '1000000', ADMIN_RATE_LIMIT_PER_MINUTE: '1000000' },
      ...{ GROQ_API_KEY: 'test', GROQ_BASE_URL: `http://127.0.0.1:${port}/v1` },
      ...{ DEEPSEEK_API_KEY: 'test', DEEPSEEK_BASE_URL: 'http://no-such-host.invalid/v1' },
      ...{ MISTRAL_API_KEY: 'test', MISTRAL_BASE_URL: 'http://127.0.0.1:9/v1' },
    };
    server = await startFareboxProcess({ database, env });
    const { apiKey, agentId } = await server.account('live');
    await grant({ ...serverEnv(database), ...env }, agentId, 5);
    caller = { apiKey, agentId };
  });

  afterAll(async () => {
    upstream.close();
    await server.stop('SIGKILL');
    await database.drop();
  });

  async function list(query: string): Promise<Failure[]> {
    const { body } = await server.request('GET', `/admin/failures?${query}`, { key: ADMIN_TOKEN });
    return JSON.parse(JSON.stringify(body.items));
  }

  /** The id of the failed request. */
  async function fail(tool: string, prompt: string): Promise<string> {
    const body = { prompt };
    const { status, headers } = await server.request('POST', `/api/proxy/${tool}`, { key: caller.apiKey, body });
    expect(status).toBeGreaterThanOrEqual(502);
    return String(headers['x-request-id']);
  }

  it('name the cause, the duration and the request, for operators and for the owner of the call', async () => {
    const status = await fail('llm-fast', 'fail with a status');
    const schema = await fail('llm-fast', 'fail with a shape');
    const dns = await fail('llm-reasoning', 'fail to find the host');
    const connection = await fail('llm-eu', 'fail to connect');
    await expect.poll(() => list(`agentId=${caller.agentId}`)).toHaveLength(4);

    const base = { tool: 'llm-fast', agentId: caller.agentId, provider: 'groq', ms: expect.any(Number) };
    expect(await list('provider=groq')).toMatchObject([
      { ...base, cause: 'schema', kind: 'malformed', status: 200, requestId: schema, callId: null },
      { ...base, cause: 'status', kind: 'overloaded', status: 500, requestId: status, callId: null },
    ]);
    expect(await list('tool=llm-reasoning')).toMatchObject([{ cause: 'dns', status: null, requestId: dns }]);
    expect(await list('tool=llm-eu')).toMatchObject([{ cause: 'connection', status: null, requestId: connection }]);

    const { body } = await server.request('GET', '/api/account/calls', { key: caller.apiKey });
    expect(body.calls).toMatchObject([
      { tool: 'llm-eu', failure: { cause: 'connection', provider: 'mistral', requestId: connection } },
      { tool: 'llm-reasoning', failure: { cause: 'dns', provider: 'deepseek', requestId: dns } },
      { tool: 'llm-fast', failure: { cause: 'schema', provider: 'groq', status: 200, requestId: schema } },
      { tool: 'llm-fast', failure: { cause: 'status', provider: 'groq', status: 500, requestId: status } },
    ]);
    const path = `/admin/accounts/${caller.agentId}/calls`;
    const own = await server.request('GET', path, { key: ADMIN_TOKEN });
    expect(own.body.items).toMatchObject([{ failure: { cause: 'connection', requestId: connection } }, {}, {}, {}]);

    const listLines = (): unknown[] => {
      const lines = server.output().split('\n');
      return lines.flatMap((line) => (line.includes(`"requestId":"${dns}"`) ? [JSON.parse(line)] : []));
    };
    await expect.poll(listLines).toMatchObject([
      { msg: 'provider failed', level: 'warn', provider: 'deepseek', cause: 'dns', ms: expect.any(Number) },
      { msg: 'call failed', level: 'warn', tool: 'llm-reasoning', cause: 'dns', ms: expect.any(Number) },
    ]);
  });

  it(`are ${FAILURES_KEPT} at most, of one list each`, async () => {
    for (let round = 0; round < FAILURES_KEPT + 2; round++) await fail('llm-eu', `fail to connect ${round}`);
    await expect.poll(async () => (await list('tool=llm-eu')).length).toBe(FAILURES_KEPT);
    const [newest] = await list('tool=llm-eu');
    expect(newest).toMatchObject({ cause: 'paused' });
    expect(await list('provider=groq')).toHaveLength(2);
    expect(await list('tool=llm-eu&mode=test')).toEqual([]);
  });

  it('are asked for by one name at a time', async () => {
    for (const query of ['', '?provider=groq&tool=llm-fast']) {
      const { status } = await server.request('GET', `/admin/failures${query}`, { key: ADMIN_TOKEN });
      expect(status).toBe(400);
    }
    expect((await server.request('GET', '/admin/failures?tool=llm-eu', { key: caller.apiKey })).status).toBe(403);
  });
});

it('tells timeouts and certificates from refusals', () => {
  const withCode = (code: string): Error => Object.assign(new Error('x'), { code });
  const causes = [
    new UpstreamFailure('timeout', 'groq'),
    new UpstreamFailure('overloaded', 'groq', { cause: withCode('ERR_TLS_CERT_ALTNAME_INVALID') }),
    new UpstreamFailure('quota', 'groq', { status: 200 }),
    new UpstreamFailure('auth', 'groq', { status: 401 }),
    new UpstreamFailure('unreachable', 'groq', { cause: withCode('EAI_AGAIN') }),
    new UpstreamFailure('not_found', 'groq', { status: 404 }),
    new Error('a defect', { cause: new UpstreamFailure('parked', 'groq') }),
    new TypeError('a defect'),
  ].map((thrown) => summarizeFailure(thrown).cause);
  expect(causes).toEqual(['timeout', 'tls', 'refused', 'status', 'dns', 'no_result', 'paused', 'internal']);
});
