/** Addresses that guess admin credentials are locked out on every server of a database. */
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { unlockAddress } from '../../src/identity/guards/lockout.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import { type RunningServer, startServer } from '../../src/server/main.ts';
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type Answer, ask } from '../harness/farebox.ts';
import { farebox } from '../harness/operator.ts';
import { serverEnv } from '../harness/server-env.ts';
import { findModule, reexportTool, writeToolFiles } from '../harness/tool-files.ts';

const ADMIN_TOKEN = 'the-right-token-of-the-operator';
const MINUTE_MS = 60_000;

const kernel = findModule('src/kernel/tool/tool.ts');

const toolset = (path: string): string => `
  import { defineToolset } from '${kernel}';
  export default defineToolset({
    title: 'T', description: 'T.', path: '${path}', access: 'operator', layer: null, errors: 'newsroom', limits: 'operators',
    timeoutMs: 5_000,
  });`;

const tool = (route: string): string => `
  import { z } from '${import.meta.resolve('zod')}';
  import { defineTool } from '${kernel}';
  export default defineTool({
    description: 'D.', effect: 'read', route: '${route}', input: z.object({}), output: z.object({ fine: z.boolean() }),
    examples: [{}], run: async () => ({ fine: true }),
  });`;

const files: Record<string, string> = {
  'admin/_toolset.ts': toolset('/admin'),
  'admin/status.ts': tool('GET /admin/status'),
  'internal/_toolset.ts': toolset('/internal'),
  'internal/work.ts': tool('POST /internal/work'),
  'account/_toolset.ts': reexportTool('account/_toolset.ts'),
  ...Object.fromEntries(
    ['create', 'rotate-key', 'create-key', 'delete-key'].map((name) => [
      `account/${name}.ts`,
      reexportTool(`account/${name}.ts`),
    ]),
  ),
};

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function database(engine: 'sqlite' | 'postgres'): Promise<FreshDatabase> {
  const store = await freshDatabase(engine);
  open.push(() => store.drop());
  writeToolFiles(join(store.dataDir, 'tools'), files);
  return store;
}

interface Server {
  get(path: string, key?: string, from?: string): Promise<Answer>;
  request(method: string, path: string, key?: string, body?: unknown): Promise<Answer>;
  close(): Promise<void>;
}

/** Takes the address of its callers from X-Forwarded-For, unless `env` says otherwise. */
async function serve(store: FreshDatabase, env: Record<string, string> = {}, clockOffsetMs = 0): Promise<Server> {
  const ours = { ADMIN_TOKEN, TRUST_PROXY: '127.0.0.1', ADMIN_RATE_LIMIT_PER_MINUTE: '1000', LOG_LEVEL: 'silent' };
  const config = readConfig({ ...serverEnv(store), ...ours, ...env }, []);
  const toolsFolder = join(store.dataDir, 'tools');
  const server: RunningServer = await startServer(config, [], { toolsFolder, ledger: { clockOffsetMs } });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  open.push(close);
  return {
    get: (path, key, from = '192.0.2.1') =>
      ask(server.url, 'GET', path, { ...(key === undefined ? {} : { key }), headers: { 'x-forwarded-for': from } }),
    request: (method, path, key, body) =>
      ask(server.url, method, path, {
        ...(key === undefined ? {} : { key }),
        ...(body === undefined ? {} : { body }),
        headers: { 'x-forwarded-for': '192.0.2.1' },
      }),
    close,
  };
}

async function statuses(count: number, get: (index: number) => Promise<Answer>): Promise<number[]> {
  const seen: number[] = [];
  for (let i = 0; i < count; i++) seen.push((await get(i)).status);
  return seen;
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  it('three wrong credentials lock every path of the operator, also for right ones', async () => {
    const server = await serve(await database(engine));
    expect(await statuses(3, (i) => server.get('/admin/status', `wrong ${i}`.replace(' ', '-')))).toEqual([
      401, 401, 401,
    ]);
    for (const [method, path, key] of [
      ['GET', '/admin/status', ADMIN_TOKEN],
      ['GET', '/admin/status', undefined],
      ['GET', '/admin/status/', ADMIN_TOKEN],
      ['DELETE', '/admin/status', ADMIN_TOKEN],
      ['GET', '/admin/nothing/here', ADMIN_TOKEN],
      ['POST', '/internal/work', ADMIN_TOKEN],
      ['GET', '/internal/nothing', undefined],
    ] as const) {
      const { status, body, headers } = await server.request(method, path, key);
      expect([method, path, status]).toEqual([method, path, 403]);
      expect(body).toEqual({
        detail: 'Too many failed attempts',
        code: 'admin_locked',
        retry_after: expect.any(Number),
      });
      expect(headers['retry-after']).toBe(String(body.retry_after));
      expect(Number(body.retry_after)).toBeGreaterThan(840);
      expect(Number(body.retry_after)).toBeLessThanOrEqual(900);
    }
    // Nobody else is locked, and nothing else for this address.
    expect((await server.get('/admin/status', ADMIN_TOKEN, '192.0.2.2')).status).toBe(200);
    expect((await server.get('/health/live')).status).toBe(200);
    expect((await server.get('/nowhere')).status).toBe(404);
  });

  it('a success before the third failure begins the count anew', async () => {
    const server = await serve(await database(engine));
    const wrong = (): Promise<Answer> => server.get('/admin/status', 'wrong');
    expect(await statuses(2, wrong)).toEqual([401, 401]);
    expect((await server.get('/admin/status', ADMIN_TOKEN)).status).toBe(200);
    expect(await statuses(2, wrong)).toEqual([401, 401]);
    expect((await server.request('POST', '/internal/work', ADMIN_TOKEN, {})).status).toBe(200);
    expect(await statuses(4, wrong)).toEqual([401, 401, 401, 403]);
  });

  it('counts guesses alone', async () => {
    const store = await database(engine);
    const older = await serve(store, { ADMIN_TOKEN: 'what-the-token-was-before-today' });
    await older.close();
    const server = await serve(store);
    const create = await server.request('POST', '/api/proxy/account/create', undefined, { name: 'me', mode: 'live' });
    const key = String(create.body.apiKey);
    const sub = await server.request('POST', '/api/account/keys', key, { name: 'sub' });
    const subKey = String(sub.body.apiKey);
    const { body } = await server.request('POST', '/api/proxy/account/rotate-key', key, {});
    const newKey = String(body.newApiKey);
    const subId = String(sub.body.id);
    expect((await server.request('DELETE', `/api/account/keys/${subId}`, newKey)).status).toBe(200);
    const tries: [string, string | undefined, number][] = [
      ['no credentials', undefined, 401],
      ['a key that was rotated', key, 401],
      ['a key that was revoked', subKey, 401],
      ['a key that is no operator’s', newKey, 403],
      ['an earlier ADMIN_TOKEN', 'what-the-token-was-before-today', 401],
    ];
    for (const [what, credential, status] of tries) {
      expect([what, ...(await statuses(4, () => server.get('/admin/status', credential)))]).toEqual([
        what,
        status,
        status,
        status,
        status,
      ]);
    }
    // What is not found was never tried.
    expect(await statuses(4, () => server.get('/admin/nothing', 'wrong'))).toEqual([404, 404, 404, 404]);
    expect((await server.get('/admin/status', ADMIN_TOKEN)).status).toBe(200);
    expect(await statuses(4, () => server.get('/admin/status', `fbx_live_${'x'.repeat(43)}`))).toEqual([
      401, 401, 401, 403,
    ]);
  });

  it('of many at once, three are told that they are wrong', async () => {
    const server = await serve(await database(engine));
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => server.get('/admin/status', `wrong-${i}`)));
    const seen = answers.map(({ status }) => status).sort();
    expect(seen).toEqual([401, 401, 401, ...Array.from({ length: 9 }, () => 403)]);
    expect((await server.get('/admin/status', ADMIN_TOKEN)).status).toBe(403);
  });

  it('survives a restart and ends on time, neither sooner nor later for what was tried meanwhile', async () => {
    const store = await database(engine);
    const first = await serve(store);
    await statuses(3, () => first.get('/admin/status', 'wrong'));
    await first.close();
    const almost = await serve(store, {}, 14 * MINUTE_MS);
    expect(await statuses(3, () => almost.get('/admin/status', ADMIN_TOKEN))).toEqual([403, 403, 403]);
    const { status, body } = await almost.get('/admin/status', 'wrong');
    expect(status).toBe(403);
    expect(Number(body.retry_after)).toBeLessThanOrEqual(60);
    await almost.close();
    const after = await serve(store, {}, 15 * MINUTE_MS + 5_000);
    // The next lock takes three failures again.
    expect(await statuses(2, () => after.get('/admin/status', 'wrong'))).toEqual([401, 401]);
    expect((await after.get('/admin/status', ADMIN_TOKEN)).status).toBe(200);
  });

  it('forgets a failure after a quarter of an hour', async () => {
    const store = await database(engine);
    const first = await serve(store);
    await statuses(2, () => first.get('/admin/status', 'wrong'));
    await first.close();
    const later = await serve(store, {}, 10 * MINUTE_MS);
    await later.close();
    const after = await serve(store, {}, 15 * MINUTE_MS + 5_000);
    expect(await statuses(4, () => after.get('/admin/status', 'wrong'))).toEqual([401, 401, 401, 403]);
  });

  it('takes one /64 of IPv6 for one address, and gives it back with one word', async () => {
    const store = await database(engine);
    const server = await serve(store);
    const from = (n: number): string => `2001:db8:1:2:${n}::${n}`;
    expect(await statuses(4, (i) => server.get('/admin/status', 'wrong', from(i + 1)))).toEqual([401, 401, 401, 403]);
    expect((await server.get('/admin/status', ADMIN_TOKEN, '2001:db8:1:3::1')).status).toBe(200);
    await server.close();
    const ledger = await openLedger({
      dataDir: join(store.dataDir, 'data'),
      ...(store.url === undefined ? {} : { databaseUrl: store.url }),
      log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    });
    const address = '2001:db8:1:2::/64';
    expect(await unlockAddress(ledger.database, '2001:db8:1:2::77', 'command line')).toEqual({
      address,
      wasLocked: true,
    });
    expect(await unlockAddress(ledger.database, address, 'command line')).toEqual({ address, wasLocked: false });
    await expect(unlockAddress(ledger.database, 'somewhere', 'command line')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    const rows = await ledger.database.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'operator.unlock')
      .execute();
    expect(rows.map(({ actor, subject }) => [actor, subject])).toEqual([
      ['command line', address],
      ['command line', address],
    ]);
    await ledger.stop();
    const again = await serve(store);
    expect((await again.get('/admin/status', ADMIN_TOKEN, from(9))).status).toBe(200);
  });
});

describe('X-Forwarded-For without TRUST_PROXY', () => {
  it('dodges nothing, and doctor tells that it was seen', async () => {
    const store = await database('sqlite');
    const env = { TRUST_PROXY: '' };
    const server = await serve(store, env);
    expect(await statuses(4, (i) => server.get('/admin/status', 'wrong', `192.0.2.${i}`))).toEqual([
      401, 401, 401, 403,
    ]);
    const doctor = async (more: Record<string, string> = {}): Promise<string> =>
      (await farebox({ ...serverEnv(store), ...more }, 'doctor')).output;
    await expect.poll(() => doctor()).toContain('requests with X-Forwarded-For arrived on');
    expect(await doctor({ TRUST_PROXY: '127.0.0.1' })).not.toContain('X-Forwarded-For');
  });
});

describe('two servers of one database', () => {
  it('count together, without Redis', async () => {
    const store = await database('postgres');
    if (!store.shared) return;
    const [one, two] = [await serve(store), await serve(store)];
    expect(await statuses(3, (i) => (i % 2 === 0 ? one : two).get('/admin/status', 'wrong'))).toEqual([401, 401, 401]);
    expect((await one.get('/admin/status', ADMIN_TOKEN)).status).toBe(403);
    expect((await two.get('/admin/status', ADMIN_TOKEN)).status).toBe(403);
    // A success at one is a success.
    const other = (server: Server, key: string): Promise<Answer> => server.get('/admin/status', key, '192.0.2.9');
    await other(one, 'wrong');
    await other(two, 'wrong');
    expect((await other(one, ADMIN_TOKEN)).status).toBe(200);
    expect((await other(two, 'wrong')).status).toBe(401);
    expect((await other(two, ADMIN_TOKEN)).status).toBe(200);
  });
});
