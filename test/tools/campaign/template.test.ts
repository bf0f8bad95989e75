/** Templates of campaigns and changes of all drafts, on both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../../harness/databases.ts';
import { listOf } from '../auth/newsroom.ts';
import { type CampaignWorld, type Draft, openCampaignWorld } from './world.ts';

const NAMES = ['見本新聞', 'ひだまりラジオ', '週刊みほんテック'];

describe.each(dailyEngines(import.meta.url))('all emails of a campaign on %s', (engine) => {
  let world: CampaignWorld;
  let release: number;
  let media_list_id: number;

  const draft = (): Promise<Draft> => world.draft({ press_release_id: release, media_list_id });
  const mailsOf = async ({ path }: Draft) => listOf((await world.get(`${path}/preview`)).body.emails);
  const apply = ({ path }: Draft, body: object) => world.call('PUT', `${path}/template`, body);

  beforeAll(async () => {
    world = await openCampaignWorld(engine);
    release = await world.createRelease({ subtitle: '竹と紙', contact_info: '広報 press@sample-works.co.jp' });
    const contact = {
      name: '伊藤みな',
      email: 'mina@paper.co.jp',
      outlet: '紙の日報',
      role: '記者',
      consent_basis: 'consent',
    };
    const { contact_id } = (await world.post('/api/contacts', contact)).body;
    media_list_id = await world.createList(NAMES);
    await world.call('POST', `/api/media/lists/${media_list_id}/items`, { media_ids: [contact_id] });
  });
  afterAll(() => world.stop());

  it('are written by the usual template until somebody changes it', async () => {
    const campaign = await draft();
    const { body } = await world.get(`${campaign.path}/template`);
    expect(body).toMatchObject({
      subject: '【リリース】{{title}}',
      body: '{{greeting}}\n\n{{opening}}\n\n{{news}}\n\n{{release}}',
      is_default: true,
    });
    const same = await apply(campaign, { subject: body.subject, body: body.body });
    expect(same.body).toEqual({ preview: false, changed: 0, kept: 0, emails: [] });
    expect(await mailsOf(campaign)).toEqual(campaign.emails);
  });

  it('are filled in for each recipient, after a preview that changes nothing', async () => {
    const campaign = await draft();
    const template = {
      subject: '【{{company}}】{{ outlet }}の皆さまへ：{{title}}',
      body: '{{name|編集部}}様\n\n{{role|ご担当}}としてのご関心に。{{link}}\n\n{{embargo}}\n\n{{release}}',
    };
    const mina = campaign.emails.find(({ media_name }) => media_name === '伊藤みな');
    const preview = await apply(campaign, { ...template, preview: true, email_id: mina?.email_id });
    expect(preview.body).toMatchObject({
      ...{ preview: true, changed: 4, kept: 0 },
      emails: [
        {
          email_id: mina?.email_id,
          to: 'mina@paper.co.jp',
          subject: '【Sample Works】紙の日報の皆さまへ：提灯の工房を開設',
          body: expect.stringMatching(/^伊藤みな様\n\n記者としてのご関心に。\n\nリリースの全文/),
          empty_fields: ['link', 'embargo'],
        },
      ],
    });
    expect(await mailsOf(campaign)).toEqual(campaign.emails);
    expect((await apply(campaign, template)).body).toMatchObject({ preview: false, changed: 4, kept: 0 });
    const written = await mailsOf(campaign);
    const outlet = written.find(({ media_name }) => media_name === '見本新聞');
    expect(outlet?.body).toMatch(/^見本新聞様\n\nご担当としてのご関心に。/);
    expect(written.map(({ version, edited }) => [version, edited])).toEqual(written.map(() => [2, false]));
    expect((await world.get(`${campaign.path}/template`)).body).toMatchObject({ ...template, is_default: false });
    await world.send(campaign.path);
    const letter = await world.letter('mina@paper.co.jp', '【Sample Works】紙の日報の皆さまへ：提灯の工房を開設');
    expect(letter?.text).toMatch(/^伊藤みな様/);
    expect(await apply(campaign, template)).toMatchObject({ status: 409, body: { code: 'campaign_state' } });
  });

  it('keep what was edited by hand unless that is to be replaced', async () => {
    const campaign = await draft();
    const [first, second] = campaign.emails;
    await world.call('PUT', `${campaign.path}/emails/${first?.email_id}`, { body: '手で書いた本文です。' });
    await world.call('PUT', `${campaign.path}/emails/${second?.email_id}`, { skip: true });
    const template = { subject: '【リリース】{{title}}', body: '{{name}}様\n\n{{release}}' };
    expect((await apply(campaign, template)).body).toMatchObject({ changed: 2, kept: 1 });
    const [kept, skipped] = await mailsOf(campaign);
    expect([kept?.body, skipped?.body]).toEqual(['手で書いた本文です。', second?.body]);
    const all = await apply(campaign, { ...template, include_edited: true });
    expect(all.body).toMatchObject({ changed: 1, kept: 0 });
    expect((await mailsOf(campaign))[0]).toMatchObject({
      edited: false,
      body: expect.stringMatching(/^.{2,10}様\n\nリリースの全文/),
    });
  });

  it('refuse fields that nobody knows, and never run what stands in a value', async () => {
    const campaign = await draft();
    const wrong = await apply(campaign, { subject: '{{title}}', body: '{{nickname}}様 {{ constructor }}' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('{{nickname}} is not a field');
    expect((await apply(campaign, { subject: '{{title', body: 'x' })).status).toBe(400);
    expect((await apply(campaign, { subject: '', body: 'x' })).status).toBe(422);
    const odd = await world.createRelease({ title: '{{company}}の発表 $& $1', body: '本文 {{name}} です。' });
    const other = await world.draft({ press_release_id: odd, media_list_id });
    expect(other.emails[0]?.subject).toBe('【リリース】{{company}}の発表 $& $1');
    expect(other.emails[0]?.body).toContain('本文 {{name}} です。');
  });

  it('change one piece of text in all of them', async () => {
    const campaign = await draft();
    const [first] = campaign.emails;
    await world.call('PUT', `${campaign.path}/emails/${first?.email_id}`, {
      body_html: '<p>工房を<b>開設</b> &amp; 公開</p>',
    });
    const replace = (body: object, options = {}) =>
      world.call('POST', `${campaign.path}/emails/replace`, body, options);
    const seen = await replace({ find: '開設', replace: '$& オープン', preview: true });
    expect(seen.body).toMatchObject({ preview: true, changed: 4 });
    expect((await mailsOf(campaign))[0]?.version).toBe(2);
    const headers = { 'idempotency-key': 'open' };
    expect((await replace({ find: '開設', replace: '$& オープン' }, { headers })).body).toMatchObject({ changed: 4 });
    expect((await replace({ find: '開設', replace: '$& オープン' }, { headers })).body).toMatchObject({ changed: 4 });
    const mails = await mailsOf(campaign);
    expect(mails[0]).toMatchObject({ body_html: '<p>工房を<b>$&amp; オープン</b> &amp; 公開</p>', edited: true });
    for (const { subject, body } of mails) expect(`${subject}${body}`).not.toContain('開設');
    expect((await replace({ find: 'どこにもない', replace: '' })).body).toMatchObject({ changed: 0, emails: [] });
  });

  it('lose to an edit at the same moment as a whole, or win', async () => {
    const campaign = await draft();
    const [first] = campaign.emails;
    const template = { subject: '【リリース】{{title}}', body: '{{name}}様へ\n\n{{release}}' };
    const [applied, edited] = await Promise.all([
      apply(campaign, template),
      world.call('PUT', `${campaign.path}/emails/${first?.email_id}`, { body: '同時に書いた本文です。', version: 1 }),
    ]);
    const mails = await mailsOf(campaign);
    const count = mails.filter(({ body }) => /様へ\n/.test(String(body))).length;
    if (applied.status === 409) expect([applied.body.code, count]).toEqual(['version_conflict', 0]);
    else expect(count).toBe(edited.status === 200 ? 3 : 4);
  });
});
