/** Campaigns to several lists, on both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { type CampaignWorld, openCampaignWorld } from './world.ts';

describe.each(dailyEngines(import.meta.url))('a campaign to several lists on %s', (engine) => {
  let world: CampaignWorld;
  let release: number;
  let lists: number[];

  const create = (fields: object): Promise<Answer> =>
    world.call('POST', '/api/campaigns', { press_release_id: release, name: '秋', ...fields });

  beforeAll(async () => {
    world = await openCampaignWorld(engine);
    release = await world.createRelease();
    lists = [
      await world.createList(['見本新聞', 'ひだまりラジオ']),
      await world.createList(['ひだまりラジオ', '週刊みほんテック']),
      await world.createList(['見本新聞']),
    ];
    // The same person twice: as an own contact with the address of an outlet.
    const { emails } = await world.draft({ press_release_id: release, media_list_id: lists[0] });
    const contact = { name: '写し', email: emails[0]?.to, consent_basis: 'consent' };
    const { contact_id } = (await world.post('/api/contacts', contact)).body;
    await world.call('POST', `/api/media/lists/${lists[2]}/items`, { media_ids: [contact_id] });
  });
  afterAll(() => world.stop());

  it('has one email for each recipient, in the order of the lists', async () => {
    const [first, second, third] = lists;
    const made = await create({ media_list_id: first, media_list_ids: [second, third, first] });
    expect(made, made.text).toMatchObject({
      status: 201,
      body: {
        media_list_id: first,
        media_list_ids: [first, second, third],
        counts: { total: 3 },
        excluded: [{ reason: 'duplicate_address' }],
      },
    });
    const path = `/api/campaigns/${made.body.campaign_id}`;
    const { emails } = (await world.get(`${path}/preview`)).body;
    expect(Array.isArray(emails) && emails.map(({ media_name }) => media_name)).toEqual([
      ...['見本新聞', 'ひだまりラジオ', '週刊みほんテック'],
    ]);
    expect((await world.get('/api/campaigns?per_page=1')).body).toMatchObject({
      items: [{ media_list_ids: [first, second, third] }],
    });
    // None of them goes while it is needed.
    for (const list of [first, second, third])
      expect(await world.call('DELETE', `/api/media/lists/${list}`)).toMatchObject({
        status: 409,
        body: { code: 'in_use' },
      });
    await world.send(path);
    expect(await world.call('DELETE', `/api/media/lists/${second}`)).toMatchObject({ status: 200 });
    expect((await world.call('POST', `${path}/follow-up`)).body).toMatchObject({
      media_list_ids: [first, second, third],
      counts: { total: 3 },
    });
  });

  it('knows no list of others, and not too many', async () => {
    const [first] = lists;
    const unknown = await create({ media_list_id: first, media_list_ids: [99_999_999] });
    expect(unknown).toMatchObject({ status: 404, body: (await create({ media_list_id: 99_999_999 })).body });
    const many = Array.from({ length: 21 }, (_, at) => at + 1);
    expect((await create({ media_list_id: first, media_list_ids: many })).status).toBe(422);
    expect((await create({ media_list_id: first, media_list_ids: [] })).body).toMatchObject({
      media_list_ids: [first],
    });
  });
});
