/** A server whose people sign in with a real OpenID Connect provider, and a browser small enough to see every step of. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { request } from 'undici';
import { type Engine, type FreshDatabase, freshDatabase } from '../../harness/databases.ts';
import { type Farebox, startFarebox } from '../../harness/farebox.ts';
import { root } from '../../harness/sources.ts';

export const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';

export interface ElsewhereWorld {
  server: Farebox;
  database: FreshDatabase;
  issuer: string;
  /** A new invite's code. */
  invite(body?: object): Promise<string>;
  close(): Promise<void>;
}

export async function openElsewhereWorld(
  engine: Engine,
  env: Readonly<Record<string, string>> = {},
): Promise<ElsewhereWorld> {
  const database = await freshDatabase(engine);
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  // Whoever names another needs none.
  const provider = env.OIDC_ISSUER === undefined ? await startProvider(`${baseUrl}/claw/signed-in`) : null;
  const issuer = env.OIDC_ISSUER ?? provider?.issuer ?? '';
  const server = await startFarebox({
    database,
    env: {
      PORT: String(port),
      BASE_URL: baseUrl,
      ADMIN_TOKEN,
      SIGNUP: 'closed',
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'farebox',
      OIDC_CLIENT_SECRET: 'a secret of the tests',
      ...env,
    },
  });
  return {
    server,
    database,
    issuer,
    async invite(body = {}) {
      const made = await server.request('POST', '/admin/invites', { key: ADMIN_TOKEN, body });
      return String(made.body.code);
    },
    async close() {
      await server.stop();
      provider?.process.kill();
      await database.drop();
    },
  };
}

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  holder.close();
  await once(holder, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

async function startProvider(redirectUri: string): Promise<{ process: ChildProcess; issuer: string }> {
  const script = join(root, 'test/harness/oidc-server.mjs');
  const provider = spawn(process.execPath, [script, redirectUri], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await once(createInterface(provider.stdout), 'line');
  return { process: provider, issuer: String(line) };
}

/** Signs in at the provider as a person would, and resolves with the query that it sends the browser back with. */
export async function signInElsewhere(url: string, email: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = new URL(url);
  let form: URLSearchParams | null = null;
  for (let steps = 0; steps < 12; steps++) {
    const reply = await request(at, {
      method: form ? 'POST' : 'GET',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { body: form.toString() } : {}),
    });
    for (const cookie of [reply.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const text = await reply.body.text();
    const { location } = reply.headers;
    if (typeof location === 'string') {
      at = new URL(location, at);
      form = null;
      if (at.pathname === '/claw/signed-in') return at.search.slice(1);
      continue;
    }
    const action = /<form[^>]*action="([^"]+)"/.exec(text)?.[1];
    if (!action) throw new Error(`No form: ${reply.statusCode} ${text}`);
    at = new URL(action, at);
    form = new URLSearchParams(
      text.includes('name="login"') ? { prompt: 'login', login: email, password: 'any' } : { prompt: 'consent' },
    );
  }
  throw new Error('The provider has too many steps');
}
