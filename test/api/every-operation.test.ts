/** Every operation of the API description, called by a client that was generated from it; every answer fits it. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { loadProviders } from '../../src/config/provider-files.ts';
import type { ApiDocument } from '../../src/describe/openapi/types.ts';
import { type RunningServer, startServer } from '../../src/server/main.ts';
import { dailyEngines, type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { ask } from '../harness/farebox.ts';
import { serverEnv } from '../harness/server-env.ts';
import { codeIn, mailsIn, waitFor } from '../tools/auth/newsroom.ts';
import { Description } from './described.ts';
import { type Call, callsOf, type GeneratedClient, generateClient } from './generated-client.ts';

const ADMIN_TOKEN = 'the-operator-of-this-test-has-a-long-token';

const providers = await loadProviders();
let store: FreshDatabase;
let server: RunningServer;
let document: ApiDocument;
let client: GeneratedClient;
let description: Description;
let calls: Call[];
let people = 0;

/** A new account's key: what one operation does to it is no matter to the next. */
async function newKey(): Promise<string> {
  const { body } = await ask(server.url, 'POST', '/api/proxy/account/create', { body: { name: 'A', mode: 'test' } });
  return String(body.apiKey);
}

/** Signed in with the code of a mail. */
async function newSession(): Promise<string> {
  people++;
  const email = `person-${people}@company-${people}.example`;
  await ask(server.url, 'POST', '/auth/send-code', { body: { email } });
  const outbox = join(store.dataDir, 'data', 'outbox');
  const mail = await waitFor(async () => (await mailsIn(outbox, email))[0]);
  const code = codeIn(mail);
  const { body } = await ask(server.url, 'POST', '/auth/verify', { body: { email, code } });
  return String(body.token);
}

/** The headers that the description asks of a caller, in the first of the ways that it names. */
async function credentialsFor(
  { operation: { security } }: Call,
  findSession = newSession,
): Promise<Record<string, string>> {
  const [scheme] = security.flatMap((requirement) => Object.keys(requirement));
  switch (scheme) {
    case 'key':
      return bearer(await newKey());
    case 'session':
      return bearer(await findSession());
    case 'operator':
      return bearer(ADMIN_TOKEN);
    default:
      return {};
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function send(call: Call, headers: Record<string, string>): Promise<Response> {
  const accept = isMcp(call) ? { accept: 'application/json, text/event-stream' } : {};
  return client.send(call.operationId, { ...accept, ...headers });
}

/** An address that guesses is locked out of what is the operator's, and nobody learns that there are metrics. */
function refusedWith({ path, operation: { security } }: Call): number[] {
  if (path === '/metrics') return [404];
  return security.some((requirement) => 'operator' in requirement) ? [401, 403] : [401];
}

/** The payment provider's deliveries are never put off, nor are the links in mails. */
const isWebhook = ({ operation: { requestBody } }: Call): boolean => requestBody?.content['*/*'] !== undefined;

const isMcp = ({ operation }: Call): boolean => operation.tags.includes('mcp');

async function faultsOf(call: Call, answer: Response): Promise<string[]> {
  const { path, method, operation, operationId } = call;
  const faults = await description.faults(path, method.toLowerCase(), operation, answer);
  if (!isWebhook(call) && !call.operationId.startsWith('tracking-') && !answer.headers.has('x-ratelimit-remaining'))
    faults.push('the rate headers are missing');
  return faults.map((fault) => `${operationId}: ${fault}`);
}

/** Their examples name real sites, which are out of reach here. */
const SITE_READERS: ReadonlySet<string> = new Set(['analysis-company-scan', 'analysis-health-report']);

// Of a database without rows; more than a hundred operations, one after the other.
describe.each(dailyEngines(import.meta.url))('the generated client on %s', { timeout: 300_000 }, (engine) => {
  beforeAll(async () => {
    store = await freshDatabase(engine);
    const env = { ...serverEnv(store), ADMIN_TOKEN, ADMIN_RATE_LIMIT_PER_MINUTE: '1000000' };
    server = await startServer(readConfig(env, providers), providers);
    document = JSON.parse((await ask(server.url, 'GET', '/openapi.json')).text);
    description = new Description(document);
    calls = callsOf(document);
    client = await generateClient(document, server.url);
    people = 0;
  });

  afterAll(async () => {
    await client.close();
    await server.close();
    await store.drop();
  });

  it('calls every operation with its example, and each answer is as described', async () => {
    const faults: string[] = [];
    const failed: string[] = [];
    // What only reads leaves a session as it was: an address gets a hundred codes an hour.
    let reader: Promise<string> | undefined;
    const findReader = () => (reader ??= newSession());
    for (const call of calls) {
      const credentials = await credentialsFor(call, call.method === 'GET' ? findReader : newSession);
      const answer = await send(call, credentials);
      const { status } = answer;
      faults.push(...(await faultsOf(call, answer)));
      const isSold = (call.operation['x-price-usd'] ?? 0) > 0;
      // 501 is an answer where it is described: what cannot be had here yet.
      const isNothing = status === 501 && '501' in call.operation.responses;
      const isOffline = status === 502 && SITE_READERS.has(call.operationId);
      if (
        (status >= 500 && status !== 503 && !isNothing && !isOffline) ||
        (status === 401 && 'authorization' in credentials)
      )
        failed.push(`${call.operationId} ${status}`);
      if (isSold && status !== 200) failed.push(`${call.operationId} ${status}`);
    }
    expect(calls.length).toBeGreaterThan(80);
    expect(faults).toEqual([]);
    expect(failed).toEqual([]);
  });

  it('is told as described that it has a document already', async () => {
    const faults: string[] = [];
    const documents = calls.filter(({ operation }) => operation.tags.includes('documents'));
    for (const call of documents) {
      const etag = (await send(call, {})).headers.get('etag') ?? '';
      // Fetch would ask for a fresh one.
      const { status, headers } = await ask(server.url, 'GET', pathOf(call), { headers: { 'if-none-match': etag } });
      expect.soft(status, call.operationId).toBe(304);
      const lines = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      faults.push(...(await faultsOf(call, new Response(null, { status, headers: lines }))));
    }
    expect(documents.length).toBeGreaterThan(5);
    expect(faults).toEqual([]);
  });

  it('is refused as described: a body that is no JSON, and fields of a kind that nothing takes', async () => {
    const faults: string[] = [];
    // Nothing is changed, so one session does for all: an address gets a hundred codes an hour.
    const session = await newSession();
    for (const call of calls) {
      const fields = fieldsOf(call);
      if (fields.length === 0 || isMcp(call)) continue;
      const credentials = await credentialsFor(call, async () => session);
      const headers = { ...credentials, 'content-type': 'application/json' };
      const wrong = JSON.stringify(Object.fromEntries(fields.map((field) => [field, { no: ['such', null] }])));
      for (const body of ['{"', wrong]) {
        const answer = await fetch(`${server.url}${pathOf(call)}`, { method: call.method, headers, body });
        expect.soft([400, 422], call.operationId).toContain(answer.status);
        faults.push(...(await faultsOf(call, answer)));
      }
    }
    expect(faults).toEqual([]);
  });

  // The last one: afterwards the address is locked out of what is the operator's.
  it('is refused as described: without a key, and with one that never was', async () => {
    const faults: string[] = [];
    for (const call of calls) {
      const needsKey = call.operation.security.every((requirement) => Object.keys(requirement).length > 0);
      for (const headers of needsKey ? [{}, { authorization: 'Bearer fbx_test_nobodys' }] : []) {
        const answer = await send(call, headers);
        expect.soft(refusedWith(call), call.operationId).toContain(answer.status);
        faults.push(...(await faultsOf(call, answer)));
      }
    }
    expect(faults).toEqual([]);
  });
});

/** Names of the fields of its JSON body. */
function fieldsOf({ operation: { requestBody } }: Call): string[] {
  const { $ref = '' } = Object(requestBody?.content['application/json']?.schema);
  return Object.keys(Object(Object(document.components.schemas[$ref.split('/').at(-1)]).properties));
}

/** With the examples of its parameters in it. */
function pathOf({ path, operation: { parameters = [] } }: Call): string {
  return path.replace(/\{([^}]+)\}/g, (_all, name: string) => {
    const parameter = parameters.find((one) => 'name' in one && one.name === name);
    return encodeURIComponent(String(Object(parameter).example));
  });
}
