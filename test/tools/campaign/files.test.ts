/** Pictures and attachments of a release in the emails about it: links, and only while everybody can open them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../../harness/databases.ts';
import { plainJpeg } from '../../harness/jpeg.ts';
import { type CampaignWorld, openCampaignWorld } from './world.ts';

const PDF = '%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n';

describe.each(dailyEngines(import.meta.url))('emails about a release with files on %s', (engine) => {
  let world: CampaignWorld;
  beforeAll(async () => {
    world = await openCampaignWorld(engine);
  });
  afterAll(() => world?.stop());

  it('link to them once the release is published, and carry none', async () => {
    const press_release_id = await world.createRelease();
    const path = `/api/press-release/${press_release_id}/files`;
    const add = async (file: Buffer, fields: object) =>
      (await world.call('POST', path, { file: file.toString('base64'), ...fields })).body;
    const picture = await add(plainJpeg, { alt: '工房の[正面](入口)' });
    const sheet = await add(Buffer.from(PDF), { name: 'facts.pdf', caption: '概要資料' });
    const media_list_id = await world.createList(['見本新聞']);
    const early = await world.draft({ press_release_id, media_list_id });
    expect(early.emails[0]?.body).not.toContain('画像・資料');

    expect((await world.call('POST', '/api/publish-to-aeo', { press_release_id })).status).toBe(200);
    await add(plainJpeg, { name: 'unsaid.jpg' });
    const campaign = await world.draft({ press_release_id, media_list_id });
    const [email] = campaign.emails;
    const locate = ({ public_path }: Record<string, unknown>) => new RegExp(`https?://[^\\s/]+${public_path}`);
    const body = String(email?.body);
    const [pictureUrl = ''] = locate(picture).exec(body) ?? [];
    const [sheetUrl = ''] = locate(sheet).exec(body) ?? [];
    expect(body).toContain(`■画像・資料\n- [工房の 正面 (入口)](${pictureUrl})\n- [概要資料](${sheetUrl})\n\n――`);
    expect(JSON.stringify(email?.lint)).not.toContain('link_not_allowed');

    await world.send(campaign.path);
    const letter = await world.letter(email?.to, String(email?.subject));
    expect(letter?.text).toContain(`工房の 正面 (入口) (${pictureUrl})`);
    expect(letter?.attachments).toEqual([]);
    const links = [...(letter?.html ?? '').matchAll(/<a href="([^"]+)"[^>]*>(工房の 正面 \(入口\)|概要資料)<\/a>/g)];
    expect(links.map(([, , text]) => text)).toEqual(['工房の 正面 (入口)', '概要資料']);
    const [, href = ''] = links[0] ?? [];
    const reply = await fetch(new URL(href.replaceAll('&amp;', '&'), world.url));
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });
});
