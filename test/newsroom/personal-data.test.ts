/** Access and erasure of personal data, on a real server with both databases. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../harness/databases.ts';
import type { Answer } from '../harness/farebox.ts';
import { type Inspector, openInspector } from '../harness/inspect.ts';
import { behind } from '../ledger/books.ts';
import { listOf, memberOf } from '../tools/auth/newsroom.ts';
import { type MediaWorld, openMediaWorld } from '../tools/media/world.ts';
import { MAIL_DOMAIN, SECRET, writePlain, writeReport } from './mailing/suppressions/messages.ts';

const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
const env = {
  ADMIN_TOKEN,
  ADMIN_RATE_LIMIT_PER_MINUTE: '100000',
  BASE_URL: `https://${MAIL_DOMAIN}`,
  FAREBOX_SECRET: SECRET,
};
const PATIENCE = { timeout: 60_000, interval: 50 };
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36';

describe.each(dailyEngines(import.meta.url))('personal data on %s', (engine) => {
  let world: MediaWorld;
  let inspector: Inspector;
  let release: number;

  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    world.ask(method, path, { key: world.admin.token, ...(body === undefined ? {} : { body }) });
  const operate = (method: string, path: string, body?: unknown): Promise<Answer> =>
    world.ask(method, path, { key: ADMIN_TOKEN, ...(body === undefined ? {} : { body }) });
  const ofPerson = (method: 'GET' | 'DELETE', email: string): Promise<Answer> =>
    operate(method, `/admin/personal-data?email=${encodeURIComponent(email)}`);
  const takeBack = (message: string): Promise<Answer> =>
    world.ask('POST', '/internal/bounces', {
      key: ADMIN_TOKEN,
      body: Buffer.from(message),
      headers: { 'content-type': 'message/rfc822' },
    });

  async function createCampaign(names: readonly string[]): Promise<{ path: string; mails: Record<string, unknown>[] }> {
    const list = await call('POST', '/api/media/lists', { name: '発表' });
    const media_ids = names.map(world.idOf);
    await call('POST', `/api/media/lists/${list.body.list_id}/items`, { media_ids });
    const campaign = { press_release_id: release, media_list_id: list.body.list_id, name: '秋' };
    const path = `/api/campaigns/${(await call('POST', '/api/campaigns', campaign)).body.campaign_id}`;
    return { path, mails: listOf((await call('GET', `${path}/preview`)).body.emails) };
  }

  const outbox = async (): Promise<string> => {
    const folder = join(world.database.dataDir, 'data', 'outbox');
    const texts = (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8'));
    return (await Promise.all(texts)).join('\n');
  };

  beforeAll(async () => {
    world = await openMediaWorld(engine, { env });
    inspector = await openInspector(world.database);
    const text = { title: '議事録ノートの提供を開始', body: '株式会社サンプルは議事録ノートの提供を始めました。' };
    const { body } = await call('POST', '/api/press-release', { company_id: world.admin.companyId, ...text });
    release = Number(body.press_release_id);
  });
  afterAll(async () => {
    await inspector.close();
    await world.stop();
  });

  it('is told and erased wherever it stands, and no mail goes there again', async () => {
    const { path, mails } = await createCampaign(['見本新聞', '例示経済テレビ']);
    await call('POST', `${path}/send`);
    await expect.poll(async () => (await call('GET', path)).body.status, PATIENCE).toBe('sent');
    const [mail, other] = mails;
    const [email, id] = [String(mail?.to), Number(mail?.email_id)];
    const letters = await outbox();
    const pixel = /src=3D"https:\/\/[^/]+(\/t\/[^"]+)"/.exec(letters.replaceAll('=\n', ''))?.[1] ?? '';
    await world.ask('GET', pixel.replaceAll('=3D', '='), { headers: { 'user-agent': CHROME } });
    await expect.poll(() => inspector.count('mail_events'), PATIENCE).toBe(1);
    await takeBack(writePlain({ mailId: id }, 'Subject: Re: News', `お返事です ${email}`));
    await takeBack(writeReport({ mailId: id }, '4.2.2').replaceAll('desk@paper.jp', email));
    await call('POST', '/api/suppressions', { email });
    // As a source has written it.
    const { article_id } = (await call('GET', `/api/press-release/${release}`)).body;
    const { url, dataDir } = world.database;
    const contact = `contact_email = '${email.replace(/^./, (first) => first.toUpperCase())}', contact_basis = 'published_address'`;
    await behind(
      { url, dataDir: join(dataDir, 'data') },
      `UPDATE articles SET ${contact} WHERE id = ${Number(article_id)}`,
    );
    // One that waits, and one that somebody still writes.
    await operate('POST', '/admin/pause');
    const waiting = await createCampaign(['ひだまりラジオ']);
    const drafted = await createCampaign(['例示経済テレビ']);

    const held = await ofPerson('GET', ` ${email.toUpperCase()} `);
    expect(held.body).toMatchObject({
      email,
      media_items: [{ email, consent_basis: expect.any(String) }],
      mails: [{ id, address: email, status: 'sent' }],
      events: [{ kind: 'open', ua: CHROME }],
      bounces: [
        { mail_id: id, kind: 'soft' },
        { mail_id: id, kind: 'unclassified' },
      ],
      suppressions: [{ address_norm: email, reason: 'manual' }],
      articles: [{ id: article_id, contact_basis: 'published_address' }],
      user: null,
    });
    expect(Object.keys(held.body)).not.toContain('claim_token');
    expect(await inspector.dump()).toContain(email);

    const done = await ofPerson('DELETE', email);
    expect(done, done.text).toMatchObject({
      status: 200,
      body: {
        ok: true,
        erased: { media_items: 1, mails: 1, events: 1, bounces: 2, suppressions: 2, users: 0 },
        kept: [],
      },
    });
    expect((await inspector.dump()).toLowerCase()).not.toContain(email);
    expect(await outbox()).not.toContain(email);
    expect(await outbox()).toContain(String(other?.to));
    expect(await inspector.rows('mail_events')).toMatchObject([{ ua: '', ip_prefix: null }]);
    // What has come of it stays as numbers.
    expect((await call('GET', `${path}/tracking`)).body).toMatchObject({ sent: 2, bounced: { soft: 1 } });
    expect((await call('GET', `${path}/preview`)).body.emails).toContainEqual(
      expect.objectContaining({ email_id: id, to: `mail-${id}@erased.invalid`, subject: '', body: '' }),
    );
    const none = await ofPerson('GET', email);
    const suppressions = listOf(none.body.suppressions);
    expect(suppressions.map(({ address_norm, scope, reason }) => [address_norm, scope, reason])).toEqual([
      [null, 'global', 'refused'],
      [null, 'company', 'manual'],
    ]);
    expect(none.body).toMatchObject({ media_items: [], mails: [], events: [], bounces: [], articles: [] });
    expect((await ofPerson('DELETE', email)).body).toMatchObject({
      erased: { media_items: 0, mails: 0, suppressions: 0 },
    });

    // Neither a late report nor somebody's word brings the address back, and it is still known by its hash.
    await takeBack(writeReport({ mailId: id }, '5.1.1').replaceAll('desk@paper.jp', email));
    const again = await call('POST', '/api/suppressions', { email, reason: 'refused' });
    expect(again.body).toMatchObject({ address: null, reason: 'refused' });
    expect(listOf((await call('GET', `/api/suppressions?email=${email}`)).body.items)).toHaveLength(1);
    expect(await inspector.dump()).not.toContain(email);

    // By its hash alone the audit tells of it.
    const acts = listOf((await operate('GET', `/admin/audit?subject=${done.body.address_hash}`)).body.items);
    expect(acts.map(({ action, actor }) => [action, actor])).toEqual([
      ['personal-data.erase', 'ADMIN_TOKEN'],
      ['personal-data.read', 'ADMIN_TOKEN'],
      ['personal-data.erase', 'ADMIN_TOKEN'],
      ['personal-data.read', 'ADMIN_TOKEN'],
    ]);

    // What waits is cancelled.
    await call('POST', `${waiting.path}/send`);
    const radio = String(waiting.mails[0]?.to);
    expect((await ofPerson('DELETE', radio)).body).toMatchObject({ erased: { mails: 1 } });
    expect((await call('GET', waiting.path)).body).toMatchObject({
      status: 'failed',
      counts: { cancelled: 1, queued: 0 },
    });
    await ofPerson('DELETE', String(drafted.mails[0]?.to));
    await operate('POST', '/admin/resume');
    expect((await call('POST', `${drafted.path}/send`)).body).toMatchObject({ code: 'not_sendable' });
    expect(await outbox()).not.toContain(radio);
  });

  it('of people who work here stays until they have left', async () => {
    const { email } = world.member;
    expect((await ofPerson('GET', email)).body).toMatchObject({
      user: { email, memberships: [{ company_id: world.admin.companyId, role: 'member' }] },
    });
    expect((await ofPerson('DELETE', email)).body).toMatchObject({
      erased: { users: 0 },
      kept: [{ what: 'user', reason: expect.stringMatching(/company/) }],
    });
    await call('DELETE', `/auth/team/${email}`);
    expect((await ofPerson('DELETE', email)).body).toMatchObject({ erased: { users: 1 }, kept: [] });
    expect((await inspector.rows('users')).map((user) => user.email)).not.toContain(email);
    const invited = 'guest@sample-works.co.jp';
    await call('POST', '/auth/invite', { email: invited });
    expect((await ofPerson('DELETE', invited)).body).toMatchObject({ erased: { invitations: 1 } });
  });

  it('is for operators alone, and of one address', async () => {
    const path = '/admin/personal-data?email=a%40b.jp';
    for (const method of ['GET', 'DELETE']) {
      expect((await call(method, path)).body).toMatchObject({ code: 'operator_required' });
      expect((await world.ask(method, path)).status).toBe(401);
      const wrong = await operate(method, '/admin/personal-data?email=a%40b.jp,c%40d.jp');
      expect(memberOf(listOf(wrong.body.detail)[0], 'loc')).toEqual(['query', 'email']);
      expect((await operate(method, '/admin/personal-data')).status).toBe(422);
    }
  });
});
