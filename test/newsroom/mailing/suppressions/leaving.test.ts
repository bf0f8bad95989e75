/** Readers who leave, by the links of real mails, at a real server on both databases; and what a new secret does to those links. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secrets } from '../../../../src/ledger/secret.ts';
import { signUnsubscribe } from '../../../../src/newsroom/mailing/links/signatures.ts';
import { dailyEngines, type FreshDatabase, freshDatabase } from '../../../harness/databases.ts';
import type { Answer } from '../../../harness/farebox.ts';
import { behind } from '../../../ledger/books.ts';
import { listOf, memberOf, type Newsroom, openNewsroom, type Person } from '../../../tools/auth/newsroom.ts';
import { MAIL_DOMAIN, SECRET, writeReport } from './messages.ts';

const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
const PATIENCE = { timeout: 60_000, interval: 50 };
const OTHER_SECRET = 'another-secret-of-the-tests-long-enough';

describe.each(dailyEngines(import.meta.url))('readers who leave, on %s', (engine) => {
  let database: FreshDatabase;
  let room: Newsroom;
  let owner: Person;
  let media: number[];
  let release: number;

  const open = async (env: Record<string, string> = {}): Promise<void> => {
    const fixed = { ADMIN_TOKEN, ADMIN_RATE_LIMIT_PER_MINUTE: '100000', BASE_URL: `https://${MAIL_DOMAIN}` };
    const variables = { ...fixed, DEMO_DATA: 'on', FAREBOX_SECRET: SECRET, ...env };
    room = await openNewsroom(engine, { database, env: variables });
  };
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    room.ask(method, path, { key: owner.token, ...(body === undefined ? {} : { body }) });
  const operate = (method: string, path: string): Promise<Answer> => room.ask(method, path, { key: ADMIN_TOKEN });
  const suppressed = async (): Promise<unknown> => (await operate('GET', '/admin/suppressions')).body.total;

  async function queue(): Promise<string> {
    const { list_id: media_list_id } = (await call('POST', '/api/media/lists', { name: '発表' })).body;
    await call('POST', `/api/media/lists/${media_list_id}/items`, { media_ids: media });
    const campaign = { press_release_id: release, media_list_id, name: '秋' };
    const path = `/api/campaigns/${(await call('POST', '/api/campaigns', campaign)).body.campaign_id}`;
    await call('POST', `${path}/send`);
    return path;
  }

  const untilSent = (path: string): Promise<void> =>
    expect.poll(async () => (await call('GET', path)).body.status, PATIENCE).toBe('sent');

  /** As their readers have them. */
  async function readLetters(path: string): Promise<{ id: number; letter: Email; way: string }[]> {
    const mails = listOf((await call('GET', `${path}/preview`)).body.emails);
    const folder = join(database.dataDir, 'data', 'outbox');
    const names = await readdir(folder);
    return await Promise.all(
      mails.map(async ({ email_id }) => {
        const name = names.find((one) => one.startsWith(`mail-${email_id}-`)) ?? '';
        const letter = await PostalMime.parse(await readFile(join(folder, name)));
        const { pathname, search } = new URL(/https:\S+\/unsubscribe\S+/.exec(letter.text ?? '')?.[0] ?? '');
        return { id: Number(email_id), letter, way: pathname + search };
      }),
    );
  }

  const form = (path: string, fields: Record<string, string>): Promise<Answer> =>
    room.ask('POST', path, {
      body: Buffer.from(new URLSearchParams(fields).toString()),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const multipart = (path: string, name: string, value: string): Promise<Answer> =>
    room.ask('POST', path, {
      body: Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });

  beforeAll(async () => {
    database = await freshDatabase(engine);
    await open();
    owner = await room.signIn('lead@sample-works.co.jp');
    const found = listOf((await call('GET', '/api/media/search?per_page=500&delivery=email')).body.items);
    media = found.flatMap((one) => (one.deliverable === true ? Number(one.media_id) : [])).slice(0, 3);
    const text = { title: '議事録ノートの提供を開始', body: '詳しくは https://studio.co.jp/note をご覧ください。' };
    const { body } = await call('POST', '/api/press-release', { company_id: owner.companyId, ...text });
    release = Number(body.press_release_id);
  });
  afterAll(async () => {
    await room.stop();
    await database.drop();
  });

  it('change nothing by looking, and leave before the next mail by either form, again and again', async () => {
    const first = await queue();
    await untilSent(first);
    const [one, two, three] = await readLetters(first);
    if (!one || !two || !three) throw new Error('No letters');
    await operate('POST', '/admin/pause');
    const second = await queue();
    const looks = Array.from({ length: 15 }, () => [room.ask('GET', one.way), room.ask('HEAD', two.way)]).flat();
    expect((await Promise.all(looks)).map(({ status }) => status)).toEqual(looks.map(() => 200));
    expect(await suppressed()).toBe(0);
    for (let round = 0; round < 2; round++) {
      expect((await form(one.way, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200);
      expect((await multipart(two.way, 'all', '1')).status).toBe(200);
    }
    expect((await operate('GET', '/admin/suppressions')).body).toMatchObject({
      total: 2,
      items: [
        { scope: 'global', reason: 'unsubscribed', until: null, company_id: null },
        { scope: 'company', reason: 'unsubscribed', until: null, company_id: owner.companyId },
      ],
    });
    await operate('POST', '/admin/resume');
    await untilSent(second);
    expect((await call('GET', second)).body).toMatchObject({ counts: { suppressed: 2, sent: 1 } });
  });

  it('are not taken off the mail of others by a company that has their address in a draft', async () => {
    const { list_id: media_list_id } = (await call('POST', '/api/media/lists', { name: '下書き' })).body;
    await call('POST', `/api/media/lists/${media_list_id}/items`, { media_ids: media.slice(2) });
    const made = await call('POST', '/api/campaigns', { press_release_id: release, media_list_id, name: '下書き' });
    const path = `/api/campaigns/${made.body.campaign_id}`;
    const { rendered } = (await call('GET', `${path}/preview`)).body;
    const [shown = ''] = /https:\S+\/unsubscribe\S+/.exec(String(memberOf(rendered, 'text'))) ?? [];
    const previewed = new URL(shown);
    const before = await suppressed();
    const email = previewed.searchParams.get('email') ?? '';
    const mailId = Number(memberOf(rendered, 'email_id'));
    // As previews were signed once.
    const leaked = new URL(previewed);
    leaked.searchParams.set(
      'sig',
      signUnsubscribe(new Secrets(SECRET, []), email, { companyId: owner.companyId, mailId }),
    );
    for (const { pathname, search } of [previewed, leaked]) {
      expect((await room.ask('GET', pathname + search)).status).toBe(400);
      for (const fields of [{ all: '1' }, { 'List-Unsubscribe': 'One-Click' }])
        expect((await form(pathname + search, fields)).status).toBe(400);
    }
    expect(await suppressed()).toBe(before);
  });

  it('are known by a signature of their own address, purpose and secret alone', async () => {
    const path = await queue();
    await untilSent(path);
    const [stays] = await readLetters(path);
    if (!stays) throw new Error('No letter');
    const { way, letter, id } = stays;
    const before = await suppressed();
    const link = new URL(way, `https://${MAIL_DOMAIN}`);
    const html = (letter.html ?? '').replaceAll('&amp;', '&');
    const click = new URL(/href="([^"]+\/c\/[^"]+)"/.exec(html)?.[1] ?? '');
    const event = click.searchParams.get('e') ?? '';
    const signature = link.searchParams.get('sig') ?? '';
    expect([event, signature].every((text) => text.startsWith('v1.'))).toBe(true);
    const spoil = (changes: Record<string, string>): string => {
      const spoiled = new URL(link);
      for (const [name, value] of Object.entries(changes)) spoiled.searchParams.set(name, value);
      return spoiled.pathname + spoiled.search;
    };
    const wrong = [
      spoil({ email: 'else@paper.example' }),
      spoil({ sig: event }),
      spoil({ sig: signature.slice(0, -1) }),
      spoil({ sig: signature.replace(/^v1\.[^.]+/, 'v1.AAAAAAAA') }),
      spoil({ sig: '' }),
    ];
    for (const one of wrong) {
      const page = await room.ask('GET', one);
      expect([one, page.status, page.text.includes('@')]).toEqual([one, 400, false]);
      expect((await form(one, { 'List-Unsubscribe': 'One-Click' })).status).toBe(400);
    }
    expect(await suppressed()).toBe(before);
    // Swapped articles, purposes and halves count nobody: what is right is counted behind them.
    const article = click.pathname.split('/').at(-1);
    const opened = /src="[^"]+\/t\/\d+\?e=([^"]+)"/.exec(html)?.[1] ?? '';
    for (const pixel of [`/t/1?e=${opened}`, `/t/${article}?e=${event}`, `/t/${article}?e=${opened.slice(0, -1)}`])
      expect(
        (await room.ask('GET', pixel, { headers: { 'user-agent': 'Mozilla/5.0 (X11) Firefox/145.0' } })).status,
      ).toBe(200);
    // Strangers add to a count: what they ask for again and again takes no more room.
    const browser = { 'user-agent': 'Mozilla/5.0 (X11) Firefox/145.0' };
    for (let hit = 0; hit < 40; hit++) await room.ask('GET', `/t/${article}`, { headers: browser });
    await expect
      .poll(async () => (await call('GET', `${path}/tracking`)).body.opens, PATIENCE)
      .toMatchObject({ anonymous: 40, total: 40, unique_human: 0, unique_machine: 0 });
    const place = { url: database.url, dataDir: join(database.dataDir, 'data') };
    const kept = await behind(place, `SELECT id FROM mail_events WHERE article_id = ${Number(article)}`);
    expect(kept.length).toBeLessThanOrEqual(2);

    // A new secret: what the earlier one has signed works for as long as that is listed.
    await room.stop();
    await open({ FAREBOX_SECRET: OTHER_SECRET, FAREBOX_SECRET_OLD: SECRET });
    expect((await room.ask('GET', way)).status).toBe(200);
    const takeBack = () =>
      room.ask('POST', '/internal/bounces', {
        key: ADMIN_TOKEN,
        body: Buffer.from(writeReport({ mailId: id }, '4.2.2')),
        headers: { 'content-type': 'message/rfc822' },
      });
    expect((await takeBack()).body).toMatchObject({ email_id: id, action: 'recorded' });
    await room.stop();
    await open({ FAREBOX_SECRET: OTHER_SECRET });
    expect((await room.ask('GET', way)).status).toBe(400);
    expect((await form(way, { 'List-Unsubscribe': 'One-Click' })).status).toBe(400);
    expect((await takeBack()).body).toMatchObject({ email_id: null, action: 'ignored' });
    expect(await suppressed()).toBe(before);
  });
});
