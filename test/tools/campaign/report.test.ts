/** The report of a campaign as CSV and PDF, on both databases. */
import { execFileSync } from 'node:child_process';
import { parse } from 'csv-parse/sync';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dailyEngines } from '../../harness/databases.ts';
import { programs } from '../../harness/programs.ts';
import { listOf } from '../auth/newsroom.ts';
import { type CampaignWorld, type Draft, openCampaignWorld } from './world.ts';

const NAMES = ['見本新聞', 'ひだまりラジオ', '週刊みほんテック', '例示経済テレビ'];
const SUBJECT = '【リリース】提灯の工房を開設';

describe.each(dailyEngines(import.meta.url))('the report of a campaign on %s', (engine) => {
  let world: CampaignWorld;
  let sent: Draft;
  let path: string;

  async function download(query: string, key = world.admin.token) {
    const { statusCode, headers, body } = await request(`${world.url}${path}/report${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return { status: statusCode, headers, bytes: Buffer.from(await body.arrayBuffer()) };
  }

  /** Setting a page has ten seconds, which a busy machine can take to load the typefaces. */
  async function downloadPdf(query: string) {
    for (let round = 0; ; round++) {
      const answer = await download(query);
      if (answer.status !== 413 || round === 5) return answer;
    }
  }

  const readPdf = (bytes: Buffer): string =>
    execFileSync(programs.pdftotext ?? '', ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' });

  beforeAll(async () => {
    world = await openCampaignWorld(engine);
    const press_release_id = await world.createRelease();
    const media_list_id = await world.createList(NAMES);
    sent = await world.draft({ press_release_id, media_list_id, name: '=秋の発表' });
    path = sent.path;
    const [first, second, third, fourth] = sent.emails;
    await world.call('PUT', `${path}/emails/${first?.email_id}`, { subject: '=HYPERLINK("https://evil.example")' });
    await world.call('PUT', `${path}/emails/${fourth?.email_id}`, { skip: true });
    await world.send(path);
    const read = await world.letter(second?.to, SUBJECT);
    await world.follow(read, 'pixel');
    await world.follow(read, 'click');
    await world.follow(await world.letter(third?.to, SUBJECT), 'pixel', 'curl/8.5.0');
    const note = (action: string, url?: string) =>
      world.call('POST', `${path}/emails/${first?.email_id}/resolve`, { action, url });
    await note('mark_replied');
    await note('mark_placed', 'https://mihon-shimbun.example/news/1');
    const readClicks = async () => (await world.call('GET', `${path}/tracking`)).body.clicks;
    await vi.waitFor(async () => expect(await readClicks()).toMatchObject({ unique_human: 1 }), 60_000);
  });
  afterAll(() => world.stop());

  it('is a table with a row for each recipient and the totals', async () => {
    const { status, headers, bytes } = await download('');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toContain(`campaign-${sent.id}.csv`);
    const text = bytes.toString('utf8');
    expect(text.startsWith('\ufeff')).toBe(true);
    const rows = listOf(parse(text, { columns: true, bom: true }));
    const [first, second, third, fourth, article, total] = rows;
    expect(rows.map(({ row }) => row)).toEqual(['email', 'email', 'email', 'email', 'coverage', 'total']);
    expect(rows.slice(0, 4).map(({ outlet }) => outlet)).toEqual(sent.emails.map(({ media_name }) => media_name));
    // A spreadsheet shows it as text.
    expect(first).toMatchObject({
      subject: `'=HYPERLINK("https://evil.example")`,
      status: 'sent',
      replied_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      coverage_url: 'https://mihon-shimbun.example/news/1',
    });
    expect(second).toMatchObject({
      status: 'sent',
      opens: '1',
      clicks: '1',
      replied_at: '',
      address: sent.emails[1]?.to,
    });
    expect(third).toMatchObject({ status: 'sent', opens: '0', opened_at: '' });
    expect(fourth).toMatchObject({ status: 'skipped', sent_at: '' });
    expect(article).toMatchObject({
      outlet: sent.emails[0]?.media_name,
      media_id: String(sent.emails[0]?.media_id),
      coverage_url: 'https://mihon-shimbun.example/news/1',
    });
    expect(total).toMatchObject({
      ...{ email_id: '4', sent_at: '3', opened_at: '1', clicked_at: '1', replied_at: '1', coverage_at: '1' },
      ...{ bounced_at: '0', unsubscribed_at: '0' },
    });
  });

  it.skipIf(!programs.pdftotext)('is a PDF in each language', async () => {
    const japanese = await downloadPdf('?format=pdf');
    expect(japanese.status).toBe(200);
    expect(japanese.headers['content-type']).toBe('application/pdf');
    const text = readPdf(japanese.bytes);
    for (const line of [
      ...[/配信結果レポート/, /=秋の発表/, /提灯の工房を開設/, /到達\s+3/, /開封\s+1 \(33\.3%\)/, /返信\s+1/],
      ...[/https:\/\/mihon-shimbun\.example\/news\/1\s+\S+/, /クリック1回 · 開封1回/, /<desk@\S+>\s+除外/],
    ]) {
      expect.soft(text).toMatch(line);
    }
    const english = readPdf((await downloadPdf('?format=pdf&language=en')).bytes);
    for (const line of [/Campaign report/, /Delivered\s+3/, /Clicked 1 time · Opened 1 time/, /Skipped/]) {
      expect.soft(english).toMatch(line);
    }
    expect(readPdf((await downloadPdf('?format=pdf&language=zh')).bytes)).toMatch(/邮件推送报告[\s\S]*已送达\s+3/);
  });

  it('refuses other formats, and other companies', async () => {
    expect((await download('?format=xlsx')).status).toBe(400);
    const outsider = await world.signIn('stranger@elsewhere.example');
    expect((await download('', outsider.token)).status).toBe(404);
    expect((await download('?format=pdf', outsider.token)).status).toBe(404);
  });
});
