/**
 * No credential is ever written down: after many requests that carry them, rightly and wrongly, none stands in the log,
 * in the body or headers of a refusal, in /metrics, or in any column of the database.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from './harness/catalogue.ts';
import { dailyEngines, freshDatabase } from './harness/databases.ts';
import { type Answer, type FareboxProcess, type RequestOptions, startFareboxProcess } from './harness/farebox.ts';
import { openInspector } from './harness/inspect.ts';
import { grantFor, postForm } from './oauth/a-client.ts';
import { codeInMail } from './oauth/a-person.ts';

const REQUESTS = 250;
const SEED = 20_261_121;
const EMAIL = 'ada@studio.example';

const random = (prefix: string): string => `${prefix}${randomBytes(24).toString('hex')}`;

/** Secrets of the operator, by the variable that holds them. */
const configured = (): Record<string, string> => ({
  ADMIN_TOKEN: random('admin-'),
  METRICS_TOKEN: random('metrics-'),
  FAREBOX_SECRET: random('secret-'),
  FAREBOX_SECRET_OLD: random('older-'),
  STRIPE_API_KEY: random('sk_live_'),
  STRIPE_WEBHOOK_SECRET: random('whsec_'),
  GROQ_API_KEY: random('gsk_'),
  DEEPL_API_KEY: random('deepl-'),
});

/** Nobody listens there: what is sent to a provider fails, key and all. */
const NOWHERE = 'http://127.0.0.1:9';

class Run {
  readonly server: FareboxProcess;
  readonly secrets: Map<string, string>;
  readonly refusals: string[] = [];

  constructor(server: FareboxProcess, secrets: Record<string, string>) {
    this.server = server;
    this.secrets = new Map(Object.entries(secrets));
  }

  /** Keeps what a refusal says. */
  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const answer = await this.server.request(method, path, options);
    const { status, headers, text } = answer;
    if (status >= 400) this.refusals.push(`${status} ${JSON.stringify(headers)} ${text}`);
    return answer;
  }

  keep(name: string, value: unknown): string {
    if (typeof value !== 'string' || value.length < 16) throw new Error(`No secret: ${name} ${String(value)}`);
    this.secrets.set(name, value);
    return value;
  }

  secret(name: string): string {
    return this.secrets.get(name) ?? '';
  }

  /** Those of the secrets that stand in a text, in one of the forms in which they could. */
  foundIn(text: string): string[] {
    const forms = (value: string): string[] => [value, Buffer.from(value).toString('base64url').slice(0, -2)];
    return [...this.secrets]
      .filter(([, value]) => forms(value).some((form) => text.includes(form)))
      .map(([name]) => name);
  }
}

/** Keys that work, keys that have ended, a session and its code, tokens of clients. */
async function collect(run: Run, dataDir: string): Promise<string> {
  const { server } = run;
  for (const mode of ['test', 'live'] as const) {
    const first = run.keep(`${mode} key, rotated`, (await server.account(mode)).apiKey);
    const rotated = await run.request('POST', '/api/proxy/account/rotate-key', { key: first, body: {} });
    const root = run.keep(`${mode} key`, rotated.body.newApiKey);
    const made = await run.request('POST', '/api/account/keys', { key: root, body: { name: 'a sub-key' } });
    run.keep(`${mode} sub-key, revoked`, made.body.apiKey);
    await run.request('DELETE', `/api/account/keys/${made.body.id}`, { key: root });
    const other = await run.request('POST', '/api/account/keys', { key: root, body: { name: 'a client' } });
    const secret = run.keep(`${mode} sub-key`, other.body.apiKey);
    const fields = { grant_type: 'client_credentials', client_id: String(other.body.id), client_secret: secret };
    run.keep(`${mode} client token`, (await postForm(server.url, '/oauth/token', fields)).body.access_token);
  }
  await run.request('POST', '/auth/send-code', { body: { email: EMAIL } });
  const code = await codeInMail(dataDir, EMAIL);
  const signedIn = await run.request('POST', '/auth/verify', { body: { email: EMAIL, code } });
  const session = run.keep('session', signedIn.body.token);
  const granted = await grantFor(server, session);
  run.keep('access token', granted.access);
  run.keep('refresh token', granted.refresh);
  run.keep('a guess', `fbx_live_${randomBytes(32).toString('hex').slice(0, 43)}`);
  return code;
}

type Carrier = (secret: string, path: string) => { path: string; options: RequestOptions };

const headers = (name: string, value: string): RequestOptions => ({ headers: { [name]: value }, body: {} });

/** Where callers put keys, and where they should not. */
const carriers: readonly Carrier[] = [
  (secret, path) => ({ path, options: { key: secret, body: {} } }),
  (secret, path) => ({
    path,
    options: { key: secret, body: { prompt: 'Hello', text: 'Hello', targetLang: 'JA', query: 'x' } },
  }),
  (secret, path) => ({ path: `${path}?apiKey=${secret}`, options: { body: { query: 'x' } } }),
  (secret, path) => ({ path: `${path}?apiKey=${secret}&key=${secret}`, options: { key: secret, body: {} } }),
  // Where the newsroom expects a number, its 422 shows what was sent, as FastAPI does.
  (secret, path) => ({ path: path === '/v1/articles' ? path : `${path}/${secret}`, options: { body: {} } }),
  (secret, path) => ({ path, options: headers('authorization', secret) }),
  (secret, path) => ({
    path,
    options: headers('authorization', `Basic ${Buffer.from(`key:${secret}`).toString('base64')}`),
  }),
  (secret, path) => ({ path, options: headers('x-api-key', secret) }),
  (secret, path) => ({ path, options: headers('x-request-id', secret.slice(0, 64)) }),
  (secret, path) => ({ path, options: headers('cookie', `session=${secret}`) }),
  (secret, path) => ({ path, options: headers('referer', `https://page.example/?apiKey=${secret}`) }),
  (secret, path) => ({ path, options: headers('user-agent', secret) }),
  (secret, path) => ({ path, options: headers('x-max-price', secret) }),
  (secret, path) => ({ path, options: headers('x-forwarded-for', secret) }),
  (secret, path) => ({ path, options: headers('stripe-signature', `t=1,v1=${secret}`) }),
  // The newsroom's 422 shows what was sent, as FastAPI does.
  (secret, path) => ({ path, options: { body: /^\/(api|mcp)\//.test(path) ? [secret] : {} } }),
  (secret) => ({ path: '/api/stripe/checkout', options: { body: { amount: 10, apiKey: secret } } }),
  (secret) => ({ path: '/oauth/revoke', options: { body: { token: secret } } }),
  (secret) => ({
    path: '/mcp/proxy',
    options: {
      key: secret,
      headers: { accept: 'application/json, text/event-stream' },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'llm-fast', arguments: { prompt: 'Hello' } },
      },
    },
  }),
  (secret) => ({ path: `/mcp/${secret}?apiKey=${secret}`, options: { body: { method: secret } } }),
];

describe.each(dailyEngines(import.meta.url))('secrets on %s', (engine) => {
  it('are written nowhere', async () => {
    const database = await freshDatabase(engine);
    const secrets = configured();
    const elsewhere = ['STRIPE', 'GROQ', 'DEEPL'].map((id) => [`${id}_BASE_URL`, NOWHERE]);
    const limits = { UNKNOWN_KEYS_PER_MINUTE: '1000000', ADMIN_RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'debug' };
    // Elsewhere the log tells sign-in codes to whoever develops.
    const env = { NODE_ENV: 'production', ...secrets, ...Object.fromEntries(elsewhere), ...limits };
    const server = await startFareboxProcess({ database, env });
    const run = new Run(server, secrets);
    try {
      const code = await collect(run, join(database.dataDir, 'data'));
      const { tools } = await loadCatalogue();
      const paths = [...tools.map(({ method, path }) => [method, path]), ['GET', '/metrics'], ['GET', '/nowhere']];
      // Ending keys has been tried; others must stay to be carried on.
      const open = paths.filter(([, path = '']) => !/rotate-key|rekey|logout/.test(path));
      const plan = fc.sample(
        fc.tuple(fc.constantFrom(...run.secrets.keys()), fc.constantFrom(...carriers), fc.constantFrom(...open)),
        { numRuns: REQUESTS, seed: SEED },
      );
      for (const [name, carrier, [method = 'GET', path = '/']] of plan) {
        const carried = carrier(run.secret(name), path);
        await run.request(method, carried.path, carried.options);
      }
      const metrics = await run.request('GET', '/metrics', { key: run.secret('METRICS_TOKEN') });
      expect(metrics.status).toBe(200);
      const inspector = await openInspector(database);
      const stored = await inspector.dump();
      await inspector.close();
      await server.stop();
      const log = server.output();
      // What is looked through is not empty.
      expect(run.refusals.length).toBeGreaterThan(REQUESTS / 3);
      expect(log).toContain('"msg":"request"');
      expect(log).not.toContain(EMAIL);
      expect(stored).toContain(EMAIL);
      for (const [where, text] of [
        ['the log', log],
        ['refusals', run.refusals.join('\n')],
        ['/metrics', metrics.text],
        ['the database', stored],
      ] as const) {
        expect([where, run.foundIn(text)]).toEqual([where, []]);
        expect([where, new RegExp(`(?<![\\d.])${code}(?!\\d)`).test(text)]).toEqual([where, false]);
      }
    } finally {
      await server.stop();
      await database.drop();
    }
  });
});
