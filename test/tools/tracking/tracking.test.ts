/** A mail of a campaign as its reader sees it: opened, followed and left, at a real server, without a mail server. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../harness/databases.ts';
import { type Farebox, startFarebox } from '../../harness/farebox.ts';
import { behind, until } from '../../ledger/books.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36';
const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
const LINK = 'https://paper.jp/book?x=1&y=2';

let database: FreshDatabase;
let server: Farebox;
let mail: Email;
let pixel: string;
let link: string;
let links: string[];
let way: URL;

const rows = (statement: string): Promise<Record<string, unknown>[]> =>
  behind({ url: undefined, dataDir: join(database.dataDir, 'data') }, statement);
const insert = (table: string, row: Record<string, string | number>) => {
  const values = Object.values(row).map((value) => (typeof value === 'number' ? value : `'${value}'`));
  return rows(`INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`);
};
const own = (address: string | undefined): string => (address ?? '').replace(/^https?:\/\/[^/]+/, '');
const visit = (path: string, agent = CHROME, method = 'GET', more: Record<string, string> = {}) =>
  server.request(method, path, { headers: { 'user-agent': agent, ...more } });
const suppressions = () => rows('SELECT reason, scope FROM suppressions');
const item = async () => (await rows('SELECT * FROM mail_items WHERE id = 55'))[0];

async function addCompany(): Promise<void> {
  await insert('accounts', { ...(await copyAccount()), id: 'agt_reader' });
  await insert('companies', {
    id: 'c_reader',
    account_id: 'agt_reader',
    name: 'サンプル',
    plan: 'business',
    plan_status: 'active',
    timezone: 'Asia/Tokyo',
    sender_verified: 0,
    individual_tracking: 1,
    created_at: 1,
  });
}

async function copyAccount(): Promise<Record<string, string | number>> {
  const { agentId } = await server.account('live');
  const [row = {}] = await rows(`SELECT * FROM accounts WHERE id = '${agentId}'`);
  const entries = Object.entries(row).filter((entry): entry is [string, string | number] => entry[1] !== null);
  return Object.fromEntries(entries);
}

async function addMail(): Promise<void> {
  const body = `夏の本が出ます。 ${LINK} ${['a', 'b', 'c'].map((page) => LINK.replace('book', page)).join(' ')}`;
  await insert('mail_lanes', {
    lane: 'campaign 4',
    kind: 'campaign',
    company_id: 'c_reader',
    campaign_id: 4,
    state: 'open',
    priority: 100,
    is_sending: 0,
    updated_at: 1,
  });
  const zeros = { edited: 0, version: 1, attempts: 0, retries: 0, queued_at: 1, created_at: 1, updated_at: 1 };
  await insert('mail_items', {
    id: 55,
    kind: 'campaign',
    lane: 'campaign 4',
    company_id: 'c_reader',
    campaign_id: 4,
    article_id: 41,
    recipient: '編集部',
    address: 'desk@paper.jp',
    address_norm: 'desk@paper.jp',
    domain: 'paper.jp',
    subject: '【リリース】夏の本',
    body,
    language: 'ja',
    status: 'queued',
    priority: 100,
    message_id: '<c4.e55.v1@farebox.jp>',
    next_attempt_at: 1,
    ...zeros,
  });
}

async function readMail(): Promise<Email> {
  const folder = join(database.dataDir, 'data', 'outbox');
  await until(async () => (await readdir(folder).catch((): string[] => [])).includes('mail-55-1.eml'));
  return await PostalMime.parse(await readFile(join(folder, 'mail-55-1.eml')));
}

beforeAll(async () => {
  database = await freshDatabase('sqlite');
  server = await startFarebox({ database, env: { DEMO_DATA: 'on', BASE_URL: 'https://news.farebox.jp', ADMIN_TOKEN } });
  await addCompany();
  const [article] = await rows('SELECT id FROM articles LIMIT 1');
  if (!article) throw new Error('No article of the demonstration');
  await rows(`UPDATE articles SET id = 41 WHERE id = ${Number(article.id)}`);
  await addMail();
  mail = await readMail();
  // The file is there before the mail counts as sent, and what is opened before that is no person's for certain.
  await until(async () => (await item())?.status === 'sent');
  pixel = own(/src="([^"]+)"/.exec(mail.html ?? '')?.[1]).replaceAll('&amp;', '&');
  const found = [...(mail.html ?? '').matchAll(/href="([^"]+\/c\/[^"]+)"/g)].map(([, address = '']) => address);
  links = found.map((address) => own(address).replaceAll('&amp;', '&'));
  [link = ''] = links;
  way = new URL(/https:\S+\/unsubscribe\S+/.exec(mail.text ?? '')?.[0] ?? '');
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

describe('the mail', () => {
  it('has both parts, one recipient, and says how to leave', () => {
    expect(mail.to).toEqual([{ name: '編集部', address: 'desk@paper.jp' }]);
    expect(mail.subject).toBe('【リリース】夏の本');
    expect(mail.messageId).toBe('<c4.e55.v1@farebox.jp>');
    expect(mail.text).toContain(LINK);
    expect(mail.text).toContain('配信停止');
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')).toContain('<https://news.farebox.jp/unsubscribe?');
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('x-farebox-email')).toBe('55');
  });
});

describe('/t and /c', () => {
  it('answer a pixel whatever the id or the signature, and count a person once', async () => {
    for (const path of [pixel, `${pixel}x`, '/t/41', '/t/999999', '/t/41?e=v1.a.55.b']) {
      const { status, headers, text } = await visit(path);
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'image/gif',
        'no-store, private',
      ]);
      expect(Buffer.byteLength(text, 'latin1')).toBeGreaterThan(0);
    }
    expect((await visit('/t/abc')).status).toBe(422);
    expect((await visit(pixel, CHROME, 'HEAD')).status).toBe(200);
    await until(async () => (await item())?.opened_at !== null);
    const events = await rows('SELECT email_id, actor_class FROM mail_events ORDER BY id');
    expect(events).toEqual([
      { email_id: 55, actor_class: 'human' },
      { email_id: null, actor_class: 'human' },
    ]);
  });

  it('answer as ever while the database fails, and lose nothing by it', async () => {
    const before = (await rows('SELECT id FROM mail_events')).length;
    await rows('ALTER TABLE mail_events RENAME TO away');
    const reply = await fetch(new URL(pixel, server.url), { headers: { 'user-agent': CHROME } });
    expect([reply.status, (await reply.arrayBuffer()).byteLength]).toEqual([200, 43]);
    expect((await visit(link)).status).toBe(302);
    await rows('ALTER TABLE away RENAME TO mail_events');
    await until(async () => (await rows('SELECT id FROM mail_events')).length === before + 2);
  });

  it('redirect to the exact URL of the mail, and ask before any other', async () => {
    const { status, headers } = await visit(link);
    expect([status, headers.location, headers['cache-control']]).toEqual([302, LINK, 'no-store']);
    const signed = new URL(link, server.url).searchParams.get('e') ?? '';
    const asked = [
      LINK.replace('/book', '/other'),
      LINK.replace('https', 'HTTPS'),
      LINK.replace('/book', '/\tbook'),
      LINK.replace('/book', '/\nbook'),
      ` ${LINK}`,
      'https:\\\\evil.jp',
      'https://paper.jp.evil.jp/"><script>',
    ];
    for (const url of [...asked, LINK]) {
      for (const e of url === LINK ? ['', `${signed}x`] : ['', signed]) {
        const answer = await visit(`/c/41?${new URLSearchParams({ ...(e === '' ? {} : { e }), url })}`);
        expect([url, answer.status, answer.headers.location, answer.headers.refresh]).toEqual([
          url,
          200,
          undefined,
          undefined,
        ]);
        expect(answer.text).toContain(
          `<a href="${new URL(url).href.replaceAll('&', '&amp;')}" rel="noreferrer nofollow">`,
        );
        expect(answer.text).not.toContain('<script>');
      }
    }
    for (const url of [
      'https://paper.jp@evil.jp/',
      'javascript:alert(1)',
      'https://paper.jp./',
      'https://paper.jp:8443/',
      '//evil.jp',
    ]) {
      const answer = await visit(`/c/41?${new URLSearchParams({ e: signed, url })}`);
      expect([url, answer.status, answer.headers.location]).toEqual([url, 400, undefined]);
    }
    expect((await visit('/c/999999')).status).toBe(404);
    expect((await visit('/c/999999?url=https://evil.jp/')).status).toBe(400);
    await until(async () => (await item())?.clicked_at !== null);
  });

  it('redirect without a signature to the exact URLs of the published article alone', async () => {
    const others = await rows('SELECT id FROM articles WHERE id <> 41 LIMIT 2');
    for (const [at, { id }] of others.entries())
      await rows(`UPDATE articles SET id = ${43 + at} WHERE id = ${Number(id)}`);
    await rows("UPDATE articles SET body = '詳細: https://paper.jp/named?a=1 まで', is_public = 1 WHERE id = 43");
    const path = (url: string): string => `/c/43?${new URLSearchParams({ url })}`;
    const named = await visit(path('https://paper.jp/named?a=1'));
    expect([named.status, named.headers.location]).toEqual([302, 'https://paper.jp/named?a=1']);
    for (const url of ['https://paper.jp/named', 'https://paper.jp/named?a=1&b', 'https://paper.jp/na\tmed?a=1'])
      expect([url, (await visit(path(url))).status]).toEqual([url, 200]);
    await rows('UPDATE articles SET is_public = 0 WHERE id = 44');
    expect((await visit('/c/44?url=https://paper.jp/named?a=1')).status).toBe(200);
  });

  it('tell operators what people have done, and machines apart', async () => {
    const { body } = await server.request('GET', '/admin/dashboard', { key: ADMIN_TOKEN });
    const figures = { mail: { sent: 1 }, opens: { human: 1, unknown: 0, machine: 0 }, clicks: 1 };
    expect(body).toMatchObject({ today: figures, month: figures });
    const report = await server.request('GET', '/admin/daily-report', { key: ADMIN_TOKEN });
    expect(report.body).toMatchObject({ totals: { sent: 1, opens: 1, clicks: 1 } });
  });

  it('count no person where a scanner follows every link', async () => {
    const scanned = links.slice(1, 4);
    await Promise.all(scanned.map((path) => visit(path)));
    const burst = "SELECT actor_class, reasons FROM mail_events WHERE url LIKE '%/_?%' AND kind = 'click'";
    await until(async () => (await rows(burst)).length === scanned.length);
    expect(await rows(burst)).toEqual(
      scanned.map(() => ({ actor_class: 'machine', reasons: expect.stringContaining('burst') })),
    );
  });

  it('count the honeypot link, and lead to the public page of a release without an address', async () => {
    await rows(`UPDATE articles SET url = NULL, is_public = 0 WHERE id = 41`);
    await until(async () => (await visit('/c/41')).status === 404);
    const honeypot = links.at(-1) ?? '';
    expect(honeypot).not.toContain('url=');
    expect((await visit(honeypot)).status).toBe(404);
    await until(async () => (await rows('SELECT id FROM mail_events WHERE is_trap = 1')).length > 0);
    await rows(`UPDATE articles SET is_public = 1 WHERE id = 41`);
    await until(async () => (await visit('/c/41')).status === 302);
    expect((await visit(honeypot)).headers.location).toBe('https://news.farebox.jp/v1/articles/41');
    await until(async () => (await rows('SELECT id FROM mail_events WHERE is_trap = 1')).length === 2);
  });

  it('prove that a mail arrived of which nobody knew, when a person has opened it', async () => {
    await rows('DELETE FROM mail_events');
    await rows("UPDATE mail_items SET status = 'unknown' WHERE id = 55");
    const count = async (): Promise<number> => (await rows('SELECT id FROM mail_events')).length;
    await visit(pixel, 'curl/8.5.0');
    await until(async () => (await count()) === 1);
    expect((await item())?.status).toBe('unknown');
    await visit(pixel);
    await until(async () => (await count()) === 2);
    expect((await item())?.status).toBe('sent');
  });
});

describe('/unsubscribe', () => {
  const form = (fields: Record<string, string>) => ({
    body: new URLSearchParams(fields).toString(),
    type: 'application/x-www-form-urlencoded',
  });
  const post = async (path: string, { body, type }: { body: string; type: string }) =>
    await fetch(`${server.url}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
      redirect: 'manual',
    });

  it('changes nothing by GET or HEAD, and tells a stranger nothing', async () => {
    const page = await visit(own(way.href));
    expect(page.status).toBe(200);
    expect(page.text).toContain('d***@paper.jp');
    expect(page.text).toContain('<meta name="referrer" content="no-referrer"');
    expect(page.text).toContain('<meta name="robots" content="noindex"');
    await visit(own(way.href), CHROME, 'HEAD');
    const other = own(way.href).replace('desk%40', 'else%40');
    const wrong = await visit(other);
    expect(wrong.status).toBe(400);
    expect(wrong.text).not.toContain('paper.jp');
    expect((await visit('/unsubscribe')).status).toBe(422);
    expect((await post(other, form({ 'List-Unsubscribe': 'One-Click' }))).status).toBe(400);
    expect(await suppressions()).toEqual([]);
  });

  it('works in one step in either encoding, and again', async () => {
    const path = own(way.href);
    expect((await post(path, form({ 'List-Unsubscribe': 'One-Click' }))).status).toBe(200);
    expect(await suppressions()).toEqual([{ reason: 'unsubscribed', scope: 'company' }]);
    const multipart = '--b\r\nContent-Disposition: form-data; name="all"\r\n\r\n1\r\n--b--\r\n';
    expect((await post(path, { body: multipart, type: 'multipart/form-data; boundary=b' })).status).toBe(200);
    expect(await suppressions()).toHaveLength(2);
    expect((await post(path, form({}))).status).toBe(200);
    expect(await suppressions()).toHaveLength(2);
    expect((await visit(path)).text).toContain('すでに停止');
    expect((await item())?.unsubscribed_at).not.toBeNull();
  });
});
