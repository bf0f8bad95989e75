/** Tests of two subjects, with their emails at a mail server and kills in between, on both databases. */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../harness/databases.ts';
import { ask } from '../../harness/farebox.ts';
import { behind } from '../../ledger/books.ts';
import { listOf } from '../auth/newsroom.ts';
import { type MailWorld, openMailWorld, PATIENCE } from './mail-world.ts';
import { BROWSER } from './world.ts';

const OTHER = '【リリース】議事録が翌朝に届く新サービス';
const RECIPIENTS = 12;
const TOKYO = 'Asia/Tokyo';

/** As clocks of a zone show it. */
const tellTime = (ms: number, zone: string): string =>
  new Date(ms).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T');

describe.each(engines)('a test of two subjects on %s', (engine) => {
  let world: MailWorld;
  const call = (method: string, path: string, body?: unknown) => world.mailing.call(method, path, body);
  const plan = (path: string, body: object) => call('PUT', `${path}/subject-test`, { subject: OTHER, ...body });
  const read = async (path: string) => (await call('GET', `${path}/subject-test`)).body;
  const arrivedOf = async (path: string) => {
    const id = path.split('/').at(-1);
    return (await world.arrived()).filter(({ mail }) => mail.messageId?.startsWith(`<c${id}.`));
  };
  const countArrived = async (path: string): Promise<number> => (await arrivedOf(path)).length;
  const folder = () => ({ url: world.database.url, dataDir: `${world.database.dataDir}/data` });
  /** A mail arrives a moment before it is noted as sent. */
  const untilSent = async (path: string, sent: number): Promise<void> => {
    const countSent = async () => Object((await call('GET', path)).body.counts).sent;
    await expect.poll(countSent, PATIENCE).toBe(sent);
  };
  /** As if hours had passed since the emails of the test went out. */
  const passTime = async (path: string, sent: number): Promise<void> => {
    await untilSent(path, sent);
    const id = Number(path.split('/').at(-1));
    await behind(
      folder(),
      `UPDATE mail_items SET sent_at = sent_at - 36000000 WHERE campaign_id = ${id} AND sent_at IS NOT NULL`,
    );
  };
  const endWait = async (path: string): Promise<void> => {
    const id = Number(path.split('/').at(-1));
    await behind(
      folder(),
      `UPDATE campaigns SET subject_check_at = 1 WHERE id = ${id} AND subject_check_at IS NOT NULL`,
    );
  };
  const open = async (html: string | undefined): Promise<void> => {
    const href = (/<img src="([^"]*)"/.exec(html ?? '')?.[1] ?? '').replaceAll('&amp;', '&');
    // It answers at another port since it was started again.
    const { pathname, search } = new URL(href);
    await ask(world.findUrl(), 'GET', `${pathname}${search}`, { headers: { 'user-agent': BROWSER } });
  };

  beforeAll(async () => {
    world = await openMailWorld(engine, { recipients: RECIPIENTS });
  });
  afterAll(() => world?.close());

  it('is planned for a draft, and taken away', async () => {
    const { path } = await world.mailing.draft();
    expect(await read(path)).toMatchObject({ state: 'none', subjects: [] });
    const planned = await plan(path, { share: 25, wait_minutes: 60 });
    expect(planned, planned.text).toMatchObject({
      status: 200,
      body: { state: 'planned', share: 25, metric: 'opens', automatic: true, winner: null },
    });
    expect(listOf(planned.body.subjects).map(({ subject }) => subject)).toEqual([
      '【リリース】議事録ノートの提供を開始',
      OTHER,
    ]);
    expect((await plan(path, { subject: ' ' })).status).toBe(400);
    expect((await plan(path, { share: 60 })).status).toBe(422);
    expect((await plan(path, { subject: null })).body).toMatchObject({ state: 'none' });
    expect(await call('POST', `${path}/subject-test/winner`, { winner: 'a' })).toMatchObject({ status: 409 });
  });

  it('sends each subject to a share and the better one to the rest, each recipient once, through kills', async () => {
    const { path } = await world.mailing.draft();
    await plan(path, { share: 25, wait_minutes: 60 });
    await call('POST', `${path}/send`);
    await expect.poll(() => countArrived(path), PATIENCE).toBe(6);
    const first = await arrivedOf(path);
    expect(first.filter(({ mail }) => mail.subject === OTHER)).toHaveLength(3);
    await untilSent(path, 6);
    await world.kill();
    await world.start();
    expect(await read(path)).toMatchObject({ state: 'running', waiting: 6 });
    expect((await call('GET', path)).body).toMatchObject({ status: 'sending', counts: { queued: 6 } });
    expect(await plan(path, {})).toMatchObject({ status: 409 });
    await passTime(path, 6);
    await open(first.find(({ mail }) => mail.subject === OTHER)?.mail.html);
    await expect.poll(async () => listOf((await read(path)).subjects)[1]?.opened, PATIENCE).toBe(1);
    await endWait(path);
    // Somewhere in the middle of the rest, or at its end.
    await expect.poll(() => countArrived(path), PATIENCE).toBeGreaterThan(6);
    await world.kill();
    await world.start();
    await world.untilStatus(path, 'sent');
    const all = await arrivedOf(path);
    expect(new Set(all.map(({ to }) => to)).size).toBe(all.length);
    const { counts } = Object((await call('GET', path)).body);
    expect(all.length).toBeGreaterThanOrEqual(RECIPIENTS - counts.unknown);
    expect(counts).toMatchObject({ queued: 0, failed: 0 });
    expect(all.slice(6).every(({ mail }) => mail.subject === OTHER)).toBe(true);
    const result = await read(path);
    expect(result).toMatchObject({ state: 'decided', winner: 'b', decided_by: null, waiting: 0 });
    expect(listOf(result.subjects)).toMatchObject([
      { key: 'a', recipients: 3, opened: 0, open_rate: 0 },
      { key: 'b', recipients: 3, opened: 1, open_rate: 0.3333 },
    ]);
    const rows = listOf(parse((await call('GET', `${path}/report`)).text, { columns: true, bom: true }));
    const row = (name: string) => rows.find((one) => one.row === name);
    expect(row('subject_b')).toMatchObject({ subject: OTHER, status: 'winner', opened_at: '1', email_id: '3' });
    expect(row('subject_a')).toMatchObject({ status: '', opened_at: '0' });
    expect(rows.filter(({ subject_group }) => subject_group === 'rest')).toHaveLength(6);
    expect((await call('GET', `${path}/report?format=pdf`)).status).toBe(200);
  }, 180_000);

  it('leaves the choice to a person, once', async () => {
    const { path } = await world.mailing.draft();
    await plan(path, { share: 10, wait_minutes: 60, automatic: false });
    await call('POST', `${path}/send`);
    await expect.poll(() => countArrived(path), PATIENCE).toBe(2);
    await passTime(path, 2);
    await endWait(path);
    const readCheck = async () => (await read(path)).decides_at;
    await expect.poll(readCheck, PATIENCE).toBeNull();
    // A pause keeps the rest, whatever is decided.
    await call('POST', `${path}/pause`);
    const chosen = await Promise.all(
      ['a', 'b', 'a'].map((winner) => call('POST', `${path}/subject-test/winner`, { winner })),
    );
    expect(chosen.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await read(path)).toMatchObject({ state: 'decided', decided_by: 'lead@studio.co.jp' });
    expect(await countArrived(path)).toBe(2);
    await call('POST', `${path}/resume`);
    await world.untilStatus(path, 'sent');
    expect(new Set((await arrivedOf(path)).map(({ to }) => to)).size).toBe(RECIPIENTS);
    expect(await countArrived(path)).toBe(RECIPIENTS);
  });

  it('goes out at local times: the test first, the rest at the same time of a later day, each once', async () => {
    const { path } = await world.mailing.draft();
    const id = Number(path.split('/').at(-1));
    await plan(path, { share: 25, wait_minutes: 60 });
    const zones = async () => listOf((await call('GET', `${path}/local-times`)).body.zones);
    const tomorrow = tellTime(Date.now() + 86_400_000, TOKYO);
    const schedule = { local_time: tomorrow, fallback_time_zone: TOKYO };
    const scheduled = await call('POST', `${path}/send`, schedule);
    expect(scheduled, scheduled.text).toMatchObject({ status: 200, body: { campaign: { status: 'scheduled' } } });
    expect(await zones()).toMatchObject([{ time_zone: TOKYO, emails: 6, at: `${tomorrow}+09:00` }]);
    expect((await read(path)).decides_at).toBe(`${tellTime(Date.parse(`${tomorrow}+09:00`) + 3_600_000, TOKYO)}+09:00`);
    expect(Object((await call('GET', path)).body.forecast).last_at).toBe(`${tomorrow}+09:00`);
    // Another time: the rest goes on waiting.
    const local_time = tellTime(Date.now() + 6_000, TOKYO);
    await call('POST', `${path}/send`, { ...schedule, local_time });
    await world.kill();
    await world.start();
    await expect.poll(() => countArrived(path), PATIENCE).toBe(6);
    expect(await zones()).toEqual([]);
    expect(await read(path)).toMatchObject({ state: 'running', waiting: 6 });
    // Somebody of the rest has moved.
    await behind(
      folder(),
      `UPDATE media_items SET time_zone = 'Asia/Shanghai' WHERE id = (SELECT media_id FROM mail_items WHERE campaign_id = ${id} AND subject_group = 'rest' ORDER BY id LIMIT 1)`,
    );
    await passTime(path, 6);
    await open((await arrivedOf(path)).find(({ mail }) => mail.subject === OTHER)?.mail.html);
    await expect.poll(async () => listOf((await read(path)).subjects)[1]?.opened, PATIENCE).toBe(1);
    await endWait(path);
    await expect.poll(async () => (await read(path)).state, PATIENCE).toBe('decided');
    expect(await read(path)).toMatchObject({ winner: 'b' });
    const next = tellTime(Date.parse(`${local_time}+09:00`) + 86_400_000, TOKYO);
    // In Shanghai, that time is still to come today.
    expect(await zones()).toMatchObject([
      { time_zone: 'Asia/Shanghai', emails: 1, at: `${local_time}+08:00` },
      { time_zone: TOKYO, emails: 5, at: `${next}+09:00` },
    ]);
    expect(await countArrived(path)).toBe(6);
    await world.kill();
    await behind(
      folder(),
      `UPDATE mail_items SET next_attempt_at = next_attempt_at - 90000000 WHERE campaign_id = ${id} AND status = 'queued'`,
    );
    await world.start();
    await world.untilStatus(path, 'sent');
    const all = await arrivedOf(path);
    expect(new Set(all.map(({ to }) => to)).size).toBe(RECIPIENTS);
    expect(all).toHaveLength(RECIPIENTS);
    expect(all.slice(6).every(({ mail }) => mail.subject === OTHER)).toBe(true);
  }, 180_000);

  it('is part of what is approved', async () => {
    const { path } = await world.mailing.draft();
    await call('POST', `${path}/approval/request`, {});
    await plan(path, {});
    expect((await call('GET', `${path}/approval`)).body).toMatchObject({ state: 'outdated' });
  });
});
