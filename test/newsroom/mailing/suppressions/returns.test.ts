/** Bounces of campaigns on a real server with both databases; without a mail server, emails are files. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../../../harness/databases.ts';
import type { Answer, RequestOptions } from '../../../harness/farebox.ts';
import { behind } from '../../../ledger/books.ts';
import { listOf, type Person } from '../../../tools/auth/newsroom.ts';
import { type MediaWorld, openMediaWorld } from '../../../tools/media/world.ts';
import { MAIL_DOMAIN, SECRET, signedAddress, writeComplaint, writePlain, writeReport } from './messages.ts';

const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
const env = {
  ADMIN_TOKEN,
  ADMIN_RATE_LIMIT_PER_MINUTE: '100000',
  BASE_URL: `https://${MAIL_DOMAIN}`,
  FAREBOX_SECRET: SECRET,
};
const PATIENCE = { timeout: 60_000, interval: 50 };

interface SentMail {
  id: number;
  mediaId: number;
  to: string;
  messageId: string;
}

describe.each(dailyEngines(import.meta.url))('what comes back, on %s', (engine) => {
  let world: MediaWorld;
  let outsider: Person;
  let release: number;
  let media: number[];

  const call = (method: string, path: string, body?: unknown, who: Person = world.admin): Promise<Answer> =>
    world.ask(method, path, { key: who.token, ...(body === undefined ? {} : { body }) });
  const operate = (method: string, path: string, body?: unknown): Promise<Answer> =>
    world.ask(method, path, { key: ADMIN_TOKEN, ...(body === undefined ? {} : { body }) });
  const takeBack = (message: string | Uint8Array, more: RequestOptions = { key: ADMIN_TOKEN }): Promise<Answer> =>
    world.ask('POST', '/internal/bounces', {
      ...more,
      body: Buffer.from(message),
      headers: { 'content-type': 'message/rfc822' },
    });

  const text = { title: '議事録ノートの提供を開始', body: '株式会社サンプルは議事録ノートの提供を始めました。' };

  async function write(who: Person): Promise<number> {
    const { body } = await call('POST', '/api/press-release', { company_id: who.companyId, ...text }, who);
    return Number(body.press_release_id);
  }

  /** To so many media, and how it stands when nothing of it waits. */
  async function queue(mediaIds: readonly number[], who: Person = world.admin): Promise<string> {
    const list = await call('POST', '/api/media/lists', { name: '発表' }, who);
    await call('POST', `/api/media/lists/${list.body.list_id}/items`, { media_ids: mediaIds }, who);
    const press_release_id = who === world.admin ? release : await write(who);
    const campaign = { press_release_id, media_list_id: list.body.list_id, name: '秋' };
    const path = `/api/campaigns/${(await call('POST', '/api/campaigns', campaign, who)).body.campaign_id}`;
    const sent = await call('POST', `${path}/send`, undefined, who);
    expect(sent.status, sent.text).toBe(200);
    return path;
  }

  const untilStatus = (path: string, status: string, who: Person = world.admin): Promise<void> =>
    expect.poll(async () => (await call('GET', path, undefined, who)).body.status, PATIENCE).toBe(status);

  async function send(mediaIds: readonly number[], who = world.admin): Promise<{ path: string; mails: SentMail[] }> {
    const path = await queue(mediaIds, who);
    await untilStatus(path, 'sent', who);
    const mails = listOf((await call('GET', `${path}/preview`, undefined, who)).body.emails).map((mail) => ({
      id: Number(mail.email_id),
      mediaId: Number(mail.media_id),
      to: String(mail.to),
      messageId: String(mail.message_id),
    }));
    return { path, mails };
  }

  const suppressionOf = async (to: string, who: Person = world.admin): Promise<Record<string, unknown> | undefined> =>
    listOf((await call('GET', `/api/suppressions?email=${encodeURIComponent(to)}`, undefined, who)).body.items)[0];

  beforeAll(async () => {
    world = await openMediaWorld(engine, { env });
    outsider = await world.signIn('stranger@elsewhere.example');
    await operate('PUT', '/admin/settings/daily-limit', { limit: 1_000 });
    release = await write(world.admin);
    const found = listOf((await call('GET', '/api/media/search?per_page=500&delivery=email')).body.items);
    media = found.filter(({ deliverable }) => deliverable === true).map(({ media_id }) => Number(media_id));
    expect(media.length).toBeGreaterThan(25);
  });
  afterAll(() => world.stop());

  it('counts once, stops mail to a dead address for its sender, and is told', async () => {
    const { path, mails } = await send(media.slice(0, 3));
    const [dead, alive] = mails;
    if (!dead || !alive) throw new Error('No mails');
    const report = writeReport({ mailId: dead.id, messageId: dead.messageId }, '5.1.1');
    const done = { status: 200, body: { classified: 'hard', email_id: dead.id, action: 'suppressed' } };
    const answers = await Promise.all([takeBack(report), takeBack(report), takeBack(report)]);
    for (const answer of answers) expect(answer).toMatchObject(done);
    const other = await takeBack(writeReport({ mailId: dead.id, id: 'another' }, '5.1.1'));
    expect(other.body).toEqual({ classified: 'hard', email_id: dead.id, action: 'recorded' });
    expect((await call('GET', `${path}/tracking`)).body).toMatchObject({ sent: 3, delivered: 2, bounced: { hard: 1 } });
    const suppression = await suppressionOf(dead.to);
    expect(suppression).toMatchObject({ scope: 'company', reason: 'hard_bounce' });
    expect(suppression?.address).toBe(dead.to);
    expect(String((await suppressionOf(dead.to, world.member))?.address)).toMatch(/^.\*\*\*@/);
    expect(Date.parse(String(suppression?.until)) - Date.now()).toBeGreaterThan(179 * 86_400_000);
    const listed = listOf((await operate('GET', '/admin/bounces?kind=hard')).body.items);
    expect(listed.map(({ email_id, status, cause, action }) => [email_id, status, cause, action])).toEqual([
      [dead.id, '5.1.1', 'recipient', 'recorded'],
      [dead.id, '5.1.1', 'recipient', 'suppressed'],
    ]);
    expect((await operate('GET', '/admin/suppressions')).body).toMatchObject({
      total: 1,
      items: [{ company_id: world.admin.companyId, email_id: dead.id }],
    });
    // Nobody else knows of it, or can take it back.
    const { id } = suppression ?? {};
    expect(await suppressionOf(dead.to, outsider)).toBeUndefined();
    const absent = await call('DELETE', '/api/suppressions/999999', undefined, outsider);
    expect(await call('DELETE', `/api/suppressions/${id}`, undefined, outsider)).toMatchObject({
      status: 404,
      text: absent.text,
    });
    expect((await call('DELETE', `/api/suppressions/${id}`, undefined, world.member)).body.code).toBe('admin_required');
    expect((await call('GET', `/api/media/search?q=&per_page=500`)).body.items).toContainEqual(
      expect.objectContaining({ media_id: dead.mediaId, suppressed: true, deliverable: false }),
    );
    expect((await call('DELETE', `/api/suppressions/${id}`)).body).toEqual({ ok: true });
    // The same message does not bring it back.
    expect((await takeBack(report)).body.action).toBe('suppressed');
    expect(await suppressionOf(dead.to)).toBeUndefined();
  });

  it('is not believed without a signed address, or about another mail', async () => {
    const { path, mails } = await send(media.slice(3, 5));
    const [one, two] = mails;
    if (!one || !two) throw new Error('No mails');
    const forged = [
      writeReport({ mailId: one.id, to: signedAddress(two.id).replace(`${two.id}.`, `${one.id}.`) }, '5.1.1'),
      writeReport({ mailId: one.id, to: `b+${one.id}@${MAIL_DOMAIN}` }, '5.1.1'),
      writeReport({ mailId: one.id, to: signedAddress(one.id).replace(MAIL_DOMAIN, 'elsewhere.jp') }, '5.1.1'),
      writeReport({ mailId: one.id, messageId: two.messageId }, '5.1.1'),
      writeReport({ mailId: 999_999 }, '5.1.1'),
    ];
    for (const message of forged)
      expect((await takeBack(message)).body).toEqual({ classified: 'hard', email_id: null, action: 'ignored' });
    expect((await call('GET', `${path}/tracking`)).body).toMatchObject({ bounced: { hard: 0, soft: 0 } });
    expect(await suppressionOf(one.to)).toBeUndefined();
    expect((await takeBack(writeReport({ mailId: one.id }, '5.1.1'), {})).status).toBe(401);
  });

  it('proves that a mail arrived of which nobody knew', async () => {
    const { path, mails } = await send(media.slice(30, 31));
    const [{ id } = { id: 0 }] = mails;
    const { url, dataDir } = world.database;
    await behind({ url, dataDir: join(dataDir, 'data') }, `UPDATE mail_items SET status = 'unknown' WHERE id = ${id}`);
    expect((await call('GET', path)).body).toMatchObject({ counts: { unknown: 1, sent: 0 } });
    const away = writePlain({ mailId: id }, 'Subject: 自動返信\nAuto-Submitted: auto-replied', '出張中です。');
    expect((await takeBack(away)).body).toMatchObject({ classified: 'auto_reply', email_id: id });
    expect((await call('GET', path)).body).toMatchObject({ status: 'sent', counts: { unknown: 0, sent: 1 } });
  });

  it('suppresses after three soft bounces of the last five mails', async () => {
    const [medium = 0] = media.slice(5, 6);
    const actions: unknown[] = [];
    let to = '';
    for (let round = 0; round < 3; round++) {
      const [mail] = (await send([medium])).mails;
      to = mail?.to ?? '';
      const soft = writeReport({ mailId: mail?.id ?? 0 }, '4.2.2');
      const delayed = soft.replace('Action: failed', 'Action: delayed').replace('4.2.2.', 'delay.');
      expect((await takeBack(delayed)).body).toMatchObject({ classified: 'soft', action: 'ignored' });
      actions.push((await takeBack(soft)).body.action, (await takeBack(soft)).body.action);
    }
    expect(actions).toEqual(['recorded', 'recorded', 'recorded', 'recorded', 'suppressed', 'suppressed']);
    const suppression = await suppressionOf(to);
    expect(suppression).toMatchObject({ reason: 'soft_bounce' });
    const days = (Date.parse(String(suppression?.until)) - Date.now()) / 86_400_000;
    expect([days > 29, days < 30]).toEqual([true, true]);
  });

  it('takes complaints and wishes to leave for the last word', async () => {
    const { path, mails } = await send(media.slice(6, 9));
    const [first, second, third] = mails;
    if (!first || !second || !third) throw new Error('No mails');
    const complaint = writeComplaint({ mailId: first.id, messageId: first.messageId });
    expect((await takeBack(complaint)).body).toEqual({
      classified: 'complaint',
      email_id: first.id,
      action: 'suppressed',
    });
    const leaving = writePlain({ mailId: second.id }, 'Subject: Unsubscribe', '');
    expect((await takeBack(leaving)).body).toMatchObject({ email_id: second.id, action: 'suppressed' });
    const away = writePlain(
      { mailId: third.id },
      'Subject: 自動返信: 不在\nAuto-Submitted: auto-replied',
      '出張中です。',
    );
    expect((await takeBack(away)).body).toMatchObject({ classified: 'auto_reply', action: 'ignored' });
    const reply = writePlain(
      { mailId: third.id },
      'Subject: Re: News\nMessage-ID: <r1@paper.jp>',
      'もっと教えてください。',
    );
    expect((await takeBack(reply)).body).toEqual({
      classified: 'unclassified',
      email_id: third.id,
      action: 'recorded',
    });
    expect(listOf((await operate('GET', '/admin/bounces?kind=unclassified')).body.items)).toMatchObject([
      { email_id: third.id, subject: 'Re: News', excerpt: 'もっと教えてください。' },
    ]);
    expect((await call('GET', `${path}/tracking`)).body).toMatchObject({ complained: 1, unsubscribed: 1 });
    for (const { to } of [first, second]) {
      const { id, until } = (await suppressionOf(to)) ?? {};
      expect(until).toBeNull();
      expect(await call('DELETE', `/api/suppressions/${id}`)).toMatchObject({
        status: 409,
        body: { code: 'suppressed' },
      });
    }
    // A bounce does not make it lighter.
    await takeBack(writeReport({ mailId: first.id }, '5.0.0'));
    expect(await suppressionOf(first.to)).toMatchObject({ reason: 'complaint', until: null });
  });

  it('may be anything', async () => {
    const nested = Array.from(
      { length: 400 },
      (_, at) => `Content-Type: multipart/mixed; boundary="n${at}"\n\n--n${at}\n`,
    );
    const hostile = [
      '',
      'no mail at all',
      Buffer.alloc(500_000, 0xff),
      `Subject: ${'x'.repeat(900_000)}\n\n`,
      'a: b\r\n'.repeat(100_000),
      nested.join(''),
      `To: ${'<a@b.jp>,'.repeat(90_000)}\n\nx`,
      `Content-Type: multipart/report; boundary="${'b'.repeat(100_000)}"\n\n--b\n`,
    ];
    for (const message of hostile)
      expect((await takeBack(message)).body).toEqual({ classified: 'unclassified', email_id: null, action: 'ignored' });
    expect(await takeBack(Buffer.alloc(1_048_577, 'a'))).toMatchObject({ status: 413, body: { max_bytes: 1_048_576 } });
  });

  it('is added by members, and once for a key', async () => {
    const options = { email: ' Editor@Named.JP ', reason: 'manual' };
    const headers = { 'idempotency-key': 'leave-me' };
    const add = () => world.ask('POST', '/api/suppressions', { key: world.member.token, body: options, headers });
    const [one, two] = [await add(), await add()];
    expect(one).toMatchObject({ status: 201, body: { address: 'e***@named.jp', scope: 'company', reason: 'manual' } });
    expect([two.text, two.headers['idempotency-replayed']]).toEqual([one.text, 'true']);
    expect((await call('POST', '/api/suppressions', { email: 'a@b.jp', reason: 'whim' })).status).toBe(400);
    const wrong = await call('POST', '/api/suppressions', { email: 'a@b.jp, c@d.jp' });
    expect(wrong).toMatchObject({ status: 422, body: { detail: [{ type: 'value_error', loc: ['body', 'email'] }] } });
    expect((await call('GET', '/api/suppressions?reason=whim')).status).toBe(400);
    expect((await call('GET', '/api/suppressions?reason=manual&page=9')).body).toMatchObject({ items: [], total: 1 });
    expect((await call('GET', '/api/suppressions', undefined, outsider)).body).toMatchObject({ total: 0, pages: 0 });
    expect((await call('GET', '/admin/suppressions')).status).toBe(403);
  });

  it('is looked for in no mailbox where none is named', async () => {
    const { url, dataDir } = world.database;
    const jobs = await behind({ url, dataDir: join(dataDir, 'data') }, 'SELECT kind FROM jobs');
    const kinds = jobs.map(({ kind }) => kind);
    expect([kinds.length > 0, kinds.includes('bounce-poll')]).toEqual([true, false]);
  });

  it('suppresses nobody for what the sender, the message or a full mailbox is to blame, and tells operators', async () => {
    const { path, mails } = await send(media.slice(31, 37));
    const causes = [
      ['5.7.1', 'client host blocked using dnsbl'],
      ['5.3.4', 'message too big'],
      ['5.2.2', 'mailbox full'],
      ['5.7.26', 'unauthenticated'],
      ['5.0.0', 'Message rejected: spam'],
    ] as const;
    for (const [at, [status, text]] of causes.entries()) {
      const { id, to } = mails[at] ?? { id: 0, to: '' };
      const report = writeReport({ mailId: id }, status).replace('not today', text);
      expect((await takeBack(report)).body).toEqual({ classified: 'soft', email_id: id, action: 'recorded' });
      expect(await suppressionOf(to)).toBeUndefined();
    }
    const { id, to } = mails[5] ?? { id: 0, to: '' };
    const note = writePlain({ mailId: id }, 'Return-Path: <>\nAuto-Submitted: auto-replied\nSubject: Re', 'Bis 5.1.26');
    expect((await takeBack(note)).body).toEqual({ classified: 'auto_reply', email_id: id, action: 'ignored' });
    expect(await suppressionOf(to)).toBeUndefined();
    expect((await call('GET', `${path}/tracking`)).body).toMatchObject({ bounced: { hard: 0, soft: 5 } });
    const alerts = listOf((await operate('GET', '/admin/dashboard')).body.alerts);
    const [alert] = alerts.filter(({ code }) => code === 'mail_refused');
    expect(alert).toMatchObject({ severity: 'warn' });
    expect(String(alert?.text)).toMatch(/3 blocked .*mailbox full.*1 too large/);
  });

  it('never suppresses for repeated blocks', async () => {
    const [medium = 0] = media.slice(37, 38);
    for (let round = 0; round < 4; round++) {
      const [mail] = (await send([medium])).mails;
      expect((await takeBack(writeReport({ mailId: mail?.id ?? 0 }, '5.7.1'))).body.action).toBe('recorded');
    }
  });

  it('pauses the sender when more than one in twenty comes back, and all senders only when several bounce', async () => {
    await operate('POST', '/admin/pause');
    await operate('POST', '/admin/resume');
    const { mails } = await send(media.slice(9, 29));
    expect(mails).toHaveLength(20);
    const settings = async () => (await operate('GET', '/admin/settings')).body;
    const bounce = (mail: SentMail | undefined) => takeBack(writeReport({ mailId: mail?.id ?? 0 }, '5.1.1'));
    await bounce(mails[0]);
    expect(listOf((await operate('GET', '/admin/dashboard')).body.alerts)).not.toContainEqual(
      expect.objectContaining({ code: 'bounce_rate' }),
    );
    await bounce(mails[1]);
    expect(await settings()).toMatchObject({ paused: false });
    expect(listOf((await operate('GET', '/admin/dashboard')).body.alerts)).toContainEqual(
      expect.objectContaining({ severity: 'error', code: 'bounce_rate' }),
    );
    const waiting = await queue(media.slice(29, 30));
    await expect.poll(async () => (await call('GET', waiting)).body.blocked_by, PATIENCE).toBe('bounce_rate');
    // Only this sender resumes, and what bounced before does not count again.
    const one = { company_id: world.admin.companyId };
    expect((await operate('POST', '/admin/resume', one)).body).toMatchObject({ paused: false, changed: true });
    expect((await operate('POST', '/admin/resume', one)).body).toMatchObject({ changed: false });
    await untilStatus(waiting, 'sent');
    await bounce(mails[3]);
    expect(listOf((await operate('GET', '/admin/dashboard')).body.alerts)).not.toContainEqual(
      expect.objectContaining({ code: 'bounce_rate' }),
    );
    const audited = listOf((await operate('GET', '/admin/audit?action=mailing.resume')).body.items);
    expect(audited).toMatchObject([{ subject: one.company_id }]);
    // Others go on, until their mail bounces as well.
    const others = await send(media.slice(9, 29), outsider);
    for (const mail of others.mails.slice(0, 2)) await bounce(mail);
    expect(await settings()).toMatchObject({ paused: true, paused_reason: 'bounce_rate', updated_by: null });
    expect((await operate('POST', '/admin/resume')).body).toMatchObject({ paused: false, changed: true });
    await untilStatus(waiting, 'sent');
    // What went out before does not count again.
    await bounce(mails[2]);
    expect(await settings()).toMatchObject({ paused: false });
    expect((await operate('POST', '/admin/resume')).body).toMatchObject({ changed: false });
  });
});
