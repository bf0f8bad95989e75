/** Campaigns that a second member must approve, with their emails at a mail server, on both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../harness/databases.ts';
import { listOf } from '../auth/newsroom.ts';
import { type MailWorld, openMailWorld, PATIENCE } from './mail-world.ts';

const [LEAD, SECOND] = ['lead@studio.co.jp', 'second@studio.co.jp'];

describe.each(engines)('approval on %s', (engine) => {
  let world: MailWorld;
  let second: string;

  const call = (method: string, path: string, body?: unknown) => world.mailing.call(method, path, body);
  const asSecond = (method: string, path: string, body?: unknown) => world.ask(method, path, second, body);
  const draft = async (): Promise<string> => (await world.mailing.draft()).path;
  const decide = (path: string, body: object, who = asSecond) => who('POST', `${path}/approval/decide`, body);
  const request = (path: string, note?: string) => call('POST', `${path}/approval/request`, { note });
  const firstMail = async (path: string) => listOf((await call('GET', `${path}/preview`)).body.emails)[0];
  const refused = (approvers: string[]) => ({
    status: 409,
    body: { code: 'not_sendable', reasons: [{ code: 'approval_required', approvers }] },
  });
  /** Subjects of letters about approvals. */
  const subjectsTo = async (email: string): Promise<(string | undefined)[]> =>
    (await world.lettersTo(email)).map(({ subject }) => subject).filter((subject) => subject?.includes('秋'));
  const approve = async (path: string): Promise<void> => {
    await request(path);
    expect((await decide(path, { decision: 'approve' })).body).toMatchObject({ state: 'approved' });
  };

  beforeAll(async () => {
    world = await openMailWorld(engine, { recipients: 2 });
  });
  afterAll(() => world?.close());

  it('is asked for where the company wants it, and tells an only member to invite somebody', async () => {
    const path = await draft();
    expect((await call('GET', `${path}/approval`)).body).toMatchObject({
      required: false,
      state: 'none',
      approvers: [],
    });
    expect((await call('PUT', '/auth/company', { require_approval: true })).body).toMatchObject({
      require_approval: true,
    });
    const alone = await call('POST', `${path}/send`);
    expect(alone).toMatchObject(refused([]));
    expect(alone.text).toContain('invite a second member');
    second = await world.join(SECOND);
    expect(await asSecond('PUT', '/auth/company', { require_approval: false })).toMatchObject({ status: 403 });
    for (const body of [
      {},
      { send_at: new Date(Date.now() + 3_600_000).toISOString() },
      { local_time: '2027-01-15T09:00' },
    ])
      expect(await call('POST', `${path}/send`, body)).toMatchObject(refused([SECOND]));
    expect(await asSecond('POST', `${path}/send`)).toMatchObject(refused([LEAD]));
    expect(await call('POST', `${path}/test`)).toMatchObject({ status: 200 });
  });

  it('is requested by email, and given by another member', async () => {
    const path = await draft();
    expect(await decide(path, { decision: 'approve' })).toMatchObject({
      status: 409,
      body: { code: 'campaign_state' },
    });
    const asked = await request(path, '数字を確認してください。');
    expect(asked, asked.text).toMatchObject({
      status: 200,
      body: { state: 'requested', requested_by: LEAD, request_note: '数字を確認してください。', may_decide: false },
    });
    await request(path, 'again');
    await expect.poll(() => subjectsTo(SECOND), PATIENCE).toHaveLength(1);
    const [letter] = await world.lettersTo(SECOND).then((all) => all.filter(({ subject }) => subject?.includes('秋')));
    expect(letter?.text).toContain('数字を確認してください。');
    expect(letter?.text).toContain(`/app/campaigns?id=${path.split('/').at(-1)}`);
    expect(await decide(path, { decision: 'approve' }, call)).toMatchObject({
      status: 403,
      body: { code: 'own_request' },
    });
    expect(await call('POST', `${path}/send`)).toMatchObject(refused([SECOND]));
    expect((await asSecond('GET', `${path}/approval`)).body).toMatchObject({ may_decide: true, approvers: [SECOND] });
    const given = await decide(path, { decision: 'approve', note: 'よいと思います' });
    expect(given.body).toMatchObject({ state: 'approved', decided_by: SECOND, decision_note: 'よいと思います' });
    await expect.poll(() => subjectsTo(LEAD), PATIENCE).toHaveLength(1);
    expect(await decide(path, { decision: 'decline' })).toMatchObject({ status: 409 });
    const before = (await world.arrived()).length;
    expect(await call('POST', `${path}/send`)).toMatchObject({ status: 200 });
    await world.untilStatus(path, 'sent');
    expect(await world.arrived()).toHaveLength(before + 2);
  });

  it('is for the emails as they were', async () => {
    const path = await draft();
    await approve(path);
    const mail = await firstMail(path);
    await call('PUT', `${path}/emails/${mail?.email_id}`, { subject: '【リリース】別の件名' });
    expect((await call('GET', `${path}/approval`)).body).toMatchObject({ state: 'outdated' });
    expect(await call('POST', `${path}/send`)).toMatchObject(refused([SECOND]));
    await request(path);
    await call('PUT', `${path}/emails/${mail?.email_id}`, { body: `${mail?.body}\n追記` });
    expect(await decide(path, { decision: 'approve' })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    });
    await request(path);
    expect((await decide(path, { decision: 'decline', note: '追記は不要' })).body).toMatchObject({ state: 'declined' });
    expect(await call('POST', `${path}/send`)).toMatchObject(refused([SECOND]));
    await approve(path);
    expect(await call('POST', `${path}/send`)).toMatchObject({ status: 200 });
  });

  it('holds for schedules and follow-ups', async () => {
    // Scheduled while nobody asked for approval, which somebody did then.
    await call('PUT', '/auth/company', { require_approval: false });
    const [early, paused] = [await draft(), await draft()];
    await call('POST', `${early}/send`, { send_at: new Date(Date.now() + 3_000).toISOString() });
    await call('POST', `${paused}/send`, { send_at: new Date(Date.now() + 3_600_000).toISOString() });
    await call('POST', `${paused}/pause`);
    await call('PUT', '/auth/company', { require_approval: true });
    await world.untilStatus(early, 'missed');
    expect(await call('POST', `${early}/send`)).toMatchObject(refused([SECOND]));
    expect(await call('POST', `${paused}/resume`)).toMatchObject(refused([SECOND]));
    for (const path of [early, paused]) await approve(path);
    await call('POST', `${early}/send`);
    await call('POST', `${paused}/resume`);
    for (const path of [early, paused]) await world.untilStatus(path, 'sent');
    const later = await draft();
    await approve(later);
    await call('POST', `${later}/send`, { send_at: new Date(Date.now() + 2_000).toISOString() });
    await world.untilStatus(later, 'sent');
    const { body } = await call('POST', `${later}/follow-up`, {});
    expect(await call('POST', `/api/campaigns/${body.campaign_id}/send`)).toMatchObject(refused([SECOND]));
  });

  it('is nobody else’s', async () => {
    const path = await draft();
    const key = await call('POST', '/auth/api-keys', { name: 'program' });
    const outsider = String(key.body.api_key ?? key.body.key);
    await request(path);
    // The key acts for the member who has made it.
    expect(await world.ask('POST', `${path}/approval/decide`, outsider, { decision: 'approve' })).toMatchObject({
      status: 403,
    });
  });
});
