/** Campaigns that go out at each recipient's local time, through a kill of the server, on both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../harness/databases.ts';
import { behind } from '../../ledger/books.ts';
import { listOf, memberOf } from '../auth/newsroom.ts';
import { type MailWorld, openMailWorld, PATIENCE } from './mail-world.ts';

/** As clocks of a zone show it. */
const tellTime = (ms: number, zone: string): string =>
  new Date(ms).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T');

/** Beside two outlets in Tokyo. */
const CONTACTS = [
  { email: 'shanghai@desk.co.jp', time_zone: 'Asia/Shanghai' },
  { email: 'auckland@desk.co.jp', time_zone: 'Pacific/Auckland' },
  { email: 'somewhere@desk.co.jp', country: 'US' },
];

describe.each(engines)('at local times on %s', (engine) => {
  let world: MailWorld;
  let list: number;
  let release: number;

  const call = (method: string, path: string, body?: unknown) => world.mailing.call(method, path, body);
  const draft = async (): Promise<string> => {
    const { body } = await call('POST', '/api/campaigns', {
      press_release_id: release,
      media_list_id: list,
      name: '秋',
    });
    return `/api/campaigns/${body.campaign_id}`;
  };
  const listArrived = async (): Promise<string[]> => (await world.arrived()).map(({ to }) => to).sort();
  const plan = async (path: string, query: object = {}) => {
    const { body } = await call('GET', `${path}/local-times?${new URLSearchParams({ ...query })}`);
    return listOf(body.zones);
  };

  beforeAll(async () => {
    world = await openMailWorld(engine, { recipients: 2 });
    const ids: unknown[] = [];
    for (const contact of CONTACTS) {
      const facts = { name: contact.email, email_kind: 'desk', consent_basis: 'consent', ...contact };
      const made = await call('POST', '/api/contacts', facts);
      expect(made.status, made.text).toBe(201);
      ids.push(made.body.contact_id);
    }
    list = world.mailing.listId;
    await call('POST', `/api/media/lists/${list}/items`, { media_ids: ids });
    release = world.mailing.releaseId;
  });
  afterAll(() => world?.close());

  it('plans each zone, and says where the time has passed', async () => {
    const path = await draft();
    const local_time = tellTime(Date.now() + 1_800_000, 'Asia/Tokyo').slice(0, 16);
    const zones = await plan(path, { local_time, fallback_time_zone: 'Asia/Tokyo', if_passed: 'next_day' });
    expect(zones.map(({ time_zone, emails, passed, is_fallback }) => [time_zone, emails, passed, is_fallback])).toEqual(
      [
        ['Asia/Tokyo', 2, false, false],
        ['Asia/Tokyo', 1, false, true],
        ['Asia/Shanghai', 1, false, false],
        ['Pacific/Auckland', 1, true, false],
      ],
    );
    expect(zones[0]?.at).toBe(`${local_time}:00+09:00`);
    expect(zones[2]?.at).toBe(`${local_time}:00+08:00`);
    const tomorrow = tellTime(Date.now() + 1_800_000 + 86_400_000, 'Asia/Tokyo').slice(0, 16);
    expect(zones[3]?.at).toMatch(new RegExp(`^${tomorrow}:00\\+1[23]:00$`));
    const now = await plan(path, { local_time });
    expect(now[0]).toMatchObject({ time_zone: 'Pacific/Auckland', passed: true });
    expect(await call('GET', `${path}/local-times`)).toMatchObject({ status: 400 });
  });

  it('refuses a time that has passed for everybody, two times and no time', async () => {
    const path = await draft();
    const refuse = async (body: object, where: string) =>
      expect(await call('POST', `${path}/send`, body)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', where] }] },
      });
    await refuse({ local_time: '2020-01-01T09:00' }, 'local_time');
    await refuse({ local_time: '2026-02-30T09:00' }, 'local_time');
    await refuse({ local_time: '2027-01-15T09:00+09:00' }, 'local_time');
    await refuse({ local_time: '2027-01-15T09:00', fallback_time_zone: 'Mars/Base' }, 'fallback_time_zone');
    await refuse({ local_time: '2027-01-15T09:00', send_at: '2027-01-15T09:00:00+09:00' }, 'local_time');
    expect((await call('GET', path)).body).toMatchObject({ status: 'draft', local_schedule: null });
  });

  it('sends each once at its time, whatever happens to the server, and goes back to one time for all', async () => {
    const path = await draft();
    const before = (await listArrived()).length;
    const local_time = tellTime(Date.now() + 9_000, 'Asia/Tokyo');
    const schedule = { local_time, fallback_time_zone: 'Asia/Tokyo', if_passed: 'next_day' };
    const sent = await call('POST', `${path}/send`, schedule);
    await new Promise((r) => setTimeout(r, 1500));
    expect(sent, sent.text).toMatchObject({
      status: 200,
      body: { queued: 5, campaign: { status: 'scheduled', local_schedule: schedule } },
    });
    const { last_at } = Object(memberOf(sent.body.campaign, 'forecast'));
    expect(Date.parse(last_at)).toBeGreaterThan(Date.now() + 10 * 3_600_000);
    await world.kill();
    await world.start();
    const due = ['desk@m0.co.jp', 'desk@m1.co.jp', 'somewhere@desk.co.jp'];
    await expect.poll(listArrived, PATIENCE).toEqual(due);
    const read = async () => (await call('GET', path)).body;
    // A mail arrives a moment before it is noted as sent.
    await expect.poll(read, PATIENCE).toMatchObject({ status: 'sending', counts: { sent: 3, queued: 2 } });
    expect((await plan(path)).map(({ time_zone, emails }) => [time_zone, emails])).toEqual([
      ['Asia/Shanghai', 1],
      ['Pacific/Auckland', 1],
    ]);
    // An hour later.
    await world.kill();
    const folder = { url: world.database.url, dataDir: `${world.database.dataDir}/data` };
    await behind(folder, `UPDATE mail_items SET next_attempt_at = next_attempt_at - 3600000 WHERE status = 'queued'`);
    await world.start();
    await expect.poll(listArrived, PATIENCE).toEqual([...due, 'shanghai@desk.co.jp'].sort());
    await expect.poll(read, PATIENCE).toMatchObject({ counts: { sent: 4, queued: 1 } });
    // A pause ends at no earlier time.
    await call('POST', `${path}/pause`);
    await call('POST', `${path}/resume`);
    expect((await call('GET', path)).body).toMatchObject({ counts: { sent: 4, queued: 1 } });
    expect((await call('POST', `${path}/cancel`)).body).toMatchObject({
      status: 'cancelled',
      counts: { cancelled: 1 },
    });
    // The same people, all at once: what waited for its time goes now.
    const other = await draft();
    await call('POST', `${other}/send`, { ...schedule, local_time: tellTime(Date.now() + 7_200_000, 'Asia/Tokyo') });
    expect((await call('GET', other)).body).toMatchObject({ status: 'scheduled', counts: { queued: 5 } });
    expect((await call('POST', `${other}/send`)).body).toMatchObject({ campaign: { local_schedule: null } });
    await world.untilStatus(other, 'sent');
    expect(await listArrived()).toHaveLength(before + 4 + 5);
  });
});
