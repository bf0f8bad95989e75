/** Credentials in places where they end up in logs, lists and other people's pages. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nothingFitsError } from '../../../src/concierge/running/plan.ts';
import { writeTemplate } from '../../../src/newsroom/content/feed/template.ts';
import { type FreshDatabase, freshDatabase } from '../../harness/databases.ts';
import { type Farebox, startFarebox } from '../../harness/farebox.ts';
import { codeInMail } from '../../oauth/a-person.ts';

const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';

let database: FreshDatabase;
let server: Farebox;
let apiKey: string;
let session: string;
beforeAll(async () => {
  database = await freshDatabase('sqlite');
  server = await startFarebox({ database, env: { SIGNUP: 'open', ADMIN_TOKEN } });
  apiKey = (await server.account('test')).apiKey;
  const email = 'ada@studio.example';
  await server.request('POST', '/auth/send-code', { body: { email } });
  const code = await codeInMail(join(database.dataDir, 'data'), email);
  const { text } = await server.request('POST', '/auth/verify', { body: { email, code } });
  session = /fbs_[\w-]+/.exec(text)?.[0] ?? '';
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

describe('?apiKey=', () => {
  it.each(['/api/account/balance', '/api/proxy/account/history', '/api/proxy/account/balance'])(
    'opens %s',
    async (path) => {
      const answer = await server.request('GET', `${path}?apiKey=${apiKey}`);
      expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    },
  );

  it('manages no keys', async () => {
    expect((await server.request('GET', `/api/account/keys?apiKey=${apiKey}`)).status).toBe(401);
    const made = await server.request('POST', `/api/account/keys?apiKey=${apiKey}`, { body: { name: 'x' } });
    expect(made.status).toBe(401);
  });

  it.each(['/api/account/balance', '/api/proxy/account/balance', '/api/v2/smart/handshake'])(
    'takes no session at %s',
    async (path) => {
      expect((await server.request('GET', '/auth/me', { key: session })).status).toBe(200);
      const method = path.endsWith('balance') ? 'GET' : 'POST';
      const body = method === 'POST' ? { body: {} } : {};
      expect((await server.request(method, `${path}?apiKey=${session}`, body)).status).toBe(401);
    },
  );
});

it('keys and tokens are refused as names, and nothing is kept', async () => {
  for (const secret of [apiKey, session, `my ${apiKey}`, `my_${apiKey}`, `fbo_${'x'.repeat(43)}`]) {
    const account = await server.request('POST', '/api/proxy/account/create', { body: { name: secret } });
    expect.soft([account.status, account.text.includes(secret)], 'account').toEqual([400, false]);
    const key = await server.request('POST', '/api/account/keys', { key: apiKey, body: { name: secret } });
    expect.soft(key.status, 'sub-key').toBe(400);
    const companyKey = await server.request('POST', '/auth/api-keys', { key: session, body: { name: secret } });
    expect.soft(companyKey.status, 'company key').toBe(422);
    const report = { lobster_id: secret, error_description: 'The server does not start after a deploy.' };
    expect.soft((await server.request('POST', '/api/v2/debug-ai', { body: report })).status, 'handle').toBe(400);
  }
});

it('a bounce that somebody hands in leaves an audit row', async () => {
  const body = Buffer.from('From: mailer-daemon@mx.example\r\nSubject: Undelivered\r\n\r\nNo such user\r\n');
  const taken = await server.request('POST', '/internal/bounces', {
    key: ADMIN_TOKEN,
    headers: { 'content-type': 'message/rfc822' },
    body,
  });
  expect(taken.status).toBe(200);
  const { body: audit } = await server.request('GET', '/admin/audit', { key: ADMIN_TOKEN });
  expect(JSON.stringify(audit)).toContain('bounce.take');
});

it('documents of the feed hold nothing that would end a script element around them', () => {
  const headline = '</script><script>alert(1)</script><!--';
  const document = writeTemplate({ json_ld: { headline } });
  expect(document).not.toContain('<');
  expect(JSON.parse(document)).toEqual({ json_ld: { headline } });
});

it.each([
  ['en', 'No tool fits'],
  ['ja', 'ツールがありません'],
  ['zh', '没有适合'],
] as const)('a message in %s that no tool fits is answered in its language', (language, words) => {
  expect(nothingFitsError({ alternatives: [], leftOut: [], language }).message).toContain(words);
});
