/** Follow-ups of a campaign, on both databases. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dailyEngines } from '../../harness/databases.ts';
import { listOf } from '../auth/newsroom.ts';
import { type CampaignWorld, type Draft, openCampaignWorld } from './world.ts';

const [REPLIED, OPENED, QUIET, LEFT, PLACED, SKIPPED] = [
  '見本新聞',
  'ひだまりラジオ',
  '週刊みほんテック',
  '例示経済テレビ',
  '架空みなと経済新聞',
  '自治体デジタル通信',
];
const SUBJECT = '【リリース】提灯の工房を開設';
const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';

describe.each(dailyEngines(import.meta.url))('a follow-up on %s', (engine) => {
  let world: CampaignWorld;
  let first: Draft;

  const followUp = (body: object, options = {}) => world.call('POST', `${first.path}/follow-up`, body, options);
  const namesOf = async (id: unknown): Promise<unknown[]> =>
    listOf((await world.get(`/api/campaigns/${id}/preview`)).body.emails).map(({ media_name }) => media_name);

  beforeAll(async () => {
    world = await openCampaignWorld(engine, { env: { ADMIN_TOKEN } });
    await world.ask('PUT', '/admin/settings/daily-limit', { key: ADMIN_TOKEN, body: { limit: 1_000 } });
    const press_release_id = await world.createRelease();
    const names = [REPLIED, OPENED, QUIET, LEFT, PLACED, SKIPPED].map(String);
    first = await world.draft({ press_release_id, media_list_id: await world.createList(names) });
    const mailOf = (name: unknown) => first.emails.find(({ media_name }) => media_name === name);
    await world.call('PUT', `${first.path}/emails/${mailOf(SKIPPED)?.email_id}`, { skip: true });
    expect(await followUp({})).toMatchObject({ status: 409, body: { code: 'campaign_state', status: 'draft' } });
    await world.send(first.path);
    await world.follow(await world.letter(mailOf(OPENED)?.to, SUBJECT), 'pixel');
    const resolve = (name: unknown, action: string) =>
      world.call('POST', `${first.path}/emails/${mailOf(name)?.email_id}/resolve`, {
        action,
        url: 'https://a.example/1',
      });
    await resolve(REPLIED, 'mark_replied');
    await resolve(PLACED, 'mark_placed');
    await world.call('POST', '/api/suppressions', { email: String(mailOf(LEFT)?.to), reason: 'unsubscribed' });
    const readOpens = async () => (await world.get(`${first.path}/tracking`)).body.opens;
    await vi.waitFor(async () => expect(await readOpens()).toMatchObject({ unique_human: 1 }), 60_000);
  });
  afterAll(() => world.stop());

  it('goes to those who did not reply, as drafts that nobody sends by itself', async () => {
    const headers = { 'idempotency-key': 'again' };
    const made = await followUp({}, { headers });
    expect(made, made.text).toMatchObject({
      status: 201,
      body: {
        status: 'draft',
        name: '秋',
        follow_up_of: first.id,
        send_at: null,
        counts: { total: 2, draft: 2 },
        excluded: [{ media_id: world.idOf(String(LEFT)), reason: 'suppressed' }],
      },
    });
    expect(await namesOf(made.body.campaign_id)).toEqual([OPENED, QUIET]);
    expect((await followUp({}, { headers })).text).toBe(made.text);
    const path = `/api/campaigns/${made.body.campaign_id}`;
    const [email] = listOf((await world.get(`${path}/preview`)).body.emails);
    expect(email).toMatchObject({
      subject: '【リリース再送】提灯の工房を開設',
      body: expect.stringContaining('先日お送りしたプレスリリース'),
    });
    expect(email?.body).toContain('提灯の工房を開設しました');
    expect(listOf(email?.lint).filter(({ level }) => level === 'error')).toEqual([]);
    await world.send(path);
    expect((await world.letter(email?.to, '【リリース再送】提灯の工房を開設'))?.text).toContain('先日お送りした');
    // An answer to the second email counts for the first.
    await world.call('POST', `${path}/emails/${email?.email_id}/resolve`, { action: 'mark_replied' });
    const next = await followUp({ name: '三通目' });
    expect(next.body).toMatchObject({ name: '三通目', counts: { total: 1 } });
    expect(await namesOf(next.body.campaign_id)).toEqual([QUIET]);
  });

  it('goes to those who did not open it', async () => {
    const { body } = await followUp({ to: 'not_opened' });
    expect(await namesOf(body.campaign_id)).toEqual([QUIET]);
    expect((await world.call('GET', first.path)).body.follow_up_of).toBeNull();
    const rest = first.emails.filter(({ media_name }) => media_name === QUIET);
    for (const { email_id } of rest)
      await world.call('POST', `${first.path}/emails/${email_id}/resolve`, { action: 'mark_replied' });
    // Only somebody who has left is left.
    expect(await followUp({ to: 'not_opened', name: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_send' },
    });
  });
});
