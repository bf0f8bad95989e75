/** The mailbox of bounces as servers read it: without being asked, one of several at a time, each message once. */
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { dailyEngines } from '../../../harness/databases.ts';
import { openScriptedMailbox, type ScriptedMailbox } from '../../../harness/scripted-mailbox.ts';
import { behind } from '../../../ledger/books.ts';
import { listOf, type Newsroom, openNewsroom } from '../../../tools/auth/newsroom.ts';
import { type MediaWorld, openMediaWorld } from '../../../tools/media/world.ts';
import { MAIL_DOMAIN, SECRET, writeReport } from './messages.ts';

const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
const PATIENCE = { timeout: 60_000, interval: 100 };

describe.each(dailyEngines(import.meta.url))('the mailbox of bounces on %s', (engine) => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  /** A server of several on PostgreSQL, by IMAP; the one on SQLite, by POP3. */
  async function openWorld(): Promise<{ world: MediaWorld; box: ScriptedMailbox; env: Record<string, string> }> {
    const box = await openScriptedMailbox();
    closers.push(() => box.close());
    const env = {
      ADMIN_TOKEN,
      BASE_URL: `https://${MAIL_DOMAIN}`,
      FAREBOX_SECRET: SECRET,
      SMTP_TIMEOUT_MS: '2000',
      BOUNCE_MAILBOX_URL: engine === 'postgres' ? box.imapUrl : box.pop3Url,
    };
    const world = await openMediaWorld(engine, { env });
    closers.push(() => world.stop());
    return { world, box, env };
  }

  const operate = async (world: Newsroom, path: string) => (await world.ask('GET', path, { key: ADMIN_TOKEN })).body;
  const unread = ({ messages }: ScriptedMailbox): number => messages.filter(({ isSeen }) => !isSeen).length;
  /** As if a minute had passed. */
  const lookAgain = ({ database: { url, dataDir } }: Newsroom): Promise<unknown> =>
    behind({ url, dataDir: join(dataDir, 'data') }, "UPDATE jobs SET created_at = 0 WHERE kind = 'bounce-poll'");

  it('is read by itself, and what it holds counts as if it had been posted', async () => {
    const { world, box, env } = await openWorld();
    const call = (method: string, path: string, body?: unknown) =>
      world.ask(method, path, { key: world.admin.token, ...(body === undefined ? {} : { body }) });
    await expect.poll(() => box.logins, PATIENCE).toBeGreaterThan(0);
    const text = { title: '議事録ノートの提供を開始', body: '株式会社サンプルは議事録ノートの提供を始めました。' };
    const release = await call('POST', '/api/press-release', { company_id: world.admin.companyId, ...text });
    const list = await call('POST', '/api/media/lists', { name: '発表' });
    const { list_id: media_list_id } = list.body;
    await call('POST', `/api/media/lists/${media_list_id}/items`, { media_ids: [world.idOf('見本新聞')] });
    const { press_release_id } = release.body;
    const made = await call('POST', '/api/campaigns', { press_release_id, media_list_id, name: '秋' });
    const path = `/api/campaigns/${made.body.campaign_id}`;
    await call('POST', `${path}/send`);
    await expect.poll(async () => (await call('GET', path)).body.status, PATIENCE).toBe('sent');
    const [mail] = listOf((await call('GET', `${path}/preview`)).body.emails);
    const mailId = Number(mail?.email_id);
    if (engine === 'postgres') {
      const other = await openNewsroom(engine, { database: world.database, env });
      closers.push(() => other.stop());
    }
    for (let at = 0; at < 60; at++) box.put(`Subject: number ${at}\r\nTo: somebody@${MAIL_DOMAIN}\r\n\r\nHello\r\n`);
    const report = writeReport({ mailId, messageId: String(mail?.message_id) }, '5.1.1');
    box.put(report);
    box.put(report);
    const before = box.logins;
    await lookAgain(world);
    await expect.poll(() => unread(box), PATIENCE).toBe(0);
    // Fifty in a conversation, and no other server has looked meanwhile.
    expect(box.logins - before).toBe(2);
    await expect
      .poll(async () => (await call('GET', `${path}/tracking`)).body, PATIENCE)
      .toMatchObject({ bounced: { hard: 1 } });
    expect(await operate(world, '/admin/bounces')).toMatchObject({ total: 1, items: [{ email_id: mailId }] });
    expect((await call('GET', '/api/suppressions')).body).toMatchObject({ items: [{ reason: 'hard_bounce' }] });
  });

  it('is told to operators when it cannot be read, and left alone for a while', async () => {
    const { world, box } = await openWorld();
    await expect.poll(() => box.logins, PATIENCE).toBeGreaterThan(0);
    box.answer = () => 'close';
    await lookAgain(world);
    const alerts = async () => listOf((await operate(world, '/admin/dashboard')).alerts);
    await expect
      .poll(alerts, PATIENCE)
      .toContainEqual(expect.objectContaining({ severity: 'warn', code: 'bounce_mailbox' }));
    expect(box.logins).toBe(1);
  });
});
