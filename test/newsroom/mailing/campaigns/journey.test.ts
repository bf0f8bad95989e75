/**
 * A new user's campaign from list to results: six recipients, one email by hand, a preview, delivery by a mail server.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLedger } from '../../../../src/ledger/ledger.ts';
import type { MediumDetails } from '../../../../src/newsroom/media/contacts/types.ts';
import { loadDemoMedia } from '../../../../src/newsroom/media/demo/demo-writes.ts';
import { DESKTOP, hasChromium, openBrowser } from '../../../harness/browser.ts';
import { type FreshDatabase, freshDatabase } from '../../../harness/databases.ts';
import { type Answer, ask, type Farebox, startFarebox } from '../../../harness/farebox.ts';
import { behind } from '../../../ledger/books.ts';
import { codeIn, listOf, memberOf, waitFor } from '../../../tools/auth/newsroom.ts';

const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const PATIENCE = { timeout: 60_000, interval: 50 };
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const describeMedium = (name: string, host: string): MediumDetails => ({
  name,
  nameKana: null,
  publisher: null,
  type: 'web',
  scope: 'national',
  prefecture: null,
  country: 'JP',
  language: 'ja',
  timeZone: null,
  industry: ['it'],
  topics: ['議事録'],
  delivery: ['email'],
  email: `desk@${host}`,
  emailKind: 'desk',
  formUrl: null,
  phone: null,
  fax: null,
  contactName: null,
  contactRole: null,
  url: `https://${host}/`,
  reach: null,
  reachUnit: null,
  reachSource: null,
  reachAsOf: null,
  profile: null,
  profileStatus: 'imported',
  recentArticles: [],
  acceptsPitches: true,
  refusesAds: false,
  consentBasis: 'published_address',
  consentSourceUrl: null,
  consentAt: null,
  consentEvidence: null,
  verifiedAt: null,
});

const NAMES = ['港区新聞', 'テック通信', '自治体時報', '週刊会議', '紙の会議', '北の経済'];
/** It is not taken there at first. */
const REFUSED = 'desk@m5.co.jp';
let isRefusing = true;
const LEAD = 'lead@studio.co.jp';

interface Received {
  from: string;
  to: string[];
  mail: Email;
}

const received: Received[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) =>
    done(isRefusing && address === REFUSED ? Object.assign(new Error('5.7.1 Not today'), { responseCode: 554 }) : null),
  onData(stream, { envelope }, done) {
    void buffer(stream).then(async (bytes) => {
      const mail = await PostalMime.parse(bytes);
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), mail });
      done();
    });
  },
});

let database: FreshDatabase;
let farebox: Farebox;
let token: string;
let media: number[];
/** Of the campaign that has gone out. */
let path: string;

const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  farebox.request(method, path, { key: token, ...(body === undefined ? {} : { body }) });

const letterTo = (to: string): Received | undefined => received.find((letter) => letter.to.includes(to));

const lettersToLead = (): Received[] => received.filter(({ to }) => to.includes(LEAD));

/** From the first mail to the lead that comes after so many. */
async function codeAfter(letters: number): Promise<string> {
  const letter = await waitFor(() => Promise.resolve(lettersToLead()[letters]));
  return codeIn(letter.mail.text ?? '');
}

beforeAll(async () => {
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  database = await freshDatabase('sqlite');
  const ledger = await openLedger({ dataDir: join(database.dataDir, 'data'), log: silent });
  const six = NAMES.map((name, at) => describeMedium(name, `m${at}.co.jp`));
  await ledger.database.write(loadDemoMedia, { media: [...six, describeMedium('誰でもない新聞', 'nobody.example')] });
  media = (await ledger.database.db.selectFrom('media_items').select('id').orderBy('id').execute()).map(({ id }) => id);
  await ledger.stop();
  const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'news@sender.co.jp', MAIL_PER_MINUTE: '6000' };
  farebox = await startFarebox({ database, env: { ...mail, MAIL_DOMAIN_GAP_MS: '0', ADMIN_TOKEN } });
  await farebox.request('POST', '/auth/send-code', { body: { email: LEAD } });
  const body = { email: LEAD, code: await codeAfter(0), company_name: '株式会社スタジオ' };
  token = String((await farebox.request('POST', '/auth/verify', { body })).body.token);
});

afterAll(async () => {
  await farebox?.stop();
  await database?.drop();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

it('sends each mail once by a mail server, and tells what came of it', async () => {
  const me = await call('GET', '/auth/me');
  const company_id = memberOf(me.body.company, 'company_id');
  const text = {
    title: '議事録ノートの提供を開始',
    body: '株式会社スタジオは議事録ノートの提供を開始しました。\n\n詳しくは https://studio.co.jp/note をご覧ください。',
  };
  const release = await call('POST', '/api/press-release', { company_id, ...text });
  const list = await call('POST', '/api/media/lists', { name: '六つの媒体' });
  const { list_id: media_list_id } = list.body;
  await call('POST', `/api/media/lists/${media_list_id}/items`, { media_ids: media });
  const { press_release_id } = release.body;
  const made = await call('POST', '/api/campaigns', { press_release_id, media_list_id, name: '秋' });
  // Nobody can have an address at a domain for examples.
  const reserved = { media_id: media.at(-1), reason: 'reserved_domain' };
  expect(made).toMatchObject({
    status: 201,
    body: { transport: 'smtp', simulated: false, counts: { total: 6 }, excluded: [reserved] },
  });
  path = `/api/campaigns/${made.body.campaign_id}`;
  const [first] = listOf((await call('GET', `${path}/preview`)).body.emails);
  await call('PUT', `${path}/emails/${first?.email_id}`, { subject: '【リリース】手で書いた題', version: 1 });

  const refused = await call('POST', `${path}/send`);
  expect(refused.body).toMatchObject({ code: 'not_sendable', reasons: [{ code: 'sender_incomplete' }] });
  const sender = { name: 'スタジオ広報', postal_address: '東京都港区1-2-3', reply_to: LEAD };
  expect(await call('PUT', '/auth/company', { sender })).toMatchObject({ status: 200 });
  const preview = await call('GET', `${path}/preview`);
  expect(preview.body).toMatchObject({
    rendered: { subject: '【リリース】手で書いた題', reply_to: LEAD },
  });
  expect(await call('POST', `${path}/send`)).toMatchObject({ status: 200, body: { queued: 6 } });
  await expect.poll(async () => (await call('GET', path)).body.status, PATIENCE).toBe('sent');

  const after = await call('GET', path);
  expect(after.body).toMatchObject({ needs_attention: true, counts: { sent: 5, failed: 1 } });
  const letters = received.filter(({ to }) => to.some((address) => /^desk@m\d\.co\.jp$/.test(address)));
  expect(letters.map(({ to }) => to)).toHaveLength(5);
  const letter = letterTo('desk@m0.co.jp')?.mail;
  expect(letter).toMatchObject({
    subject: '【リリース】手で書いた題',
    from: { name: 'スタジオ広報', address: 'news@sender.co.jp' },
    replyTo: [{ address: LEAD }],
    to: [{ name: '港区新聞', address: 'desk@m0.co.jp' }],
  });
  // The link in a preview takes nobody's address off.
  const shown = String(memberOf(preview.body.rendered, 'text')).trimEnd();
  expect(shown).toContain('sig=preview&');
  expect(String(letter?.text).replace(/sig=[^&]+/, 'sig=preview')).toContain(shown);
  expect(letter?.text).toMatch(/東京都港区1-2-3[\s\S]*配信停止: http/);
  // A refused mail is tried again when somebody says so, and no other.
  isRefusing = false;
  const again = await call('POST', `${path}/send`, { only: 'failed' });
  expect(again.body).toMatchObject({ queued: 1, campaign: { status: 'queued', counts: { sent: 5, queued: 1 } } });
  await expect.poll(async () => (await call('GET', path)).body.status, PATIENCE).toBe('sent');
  expect((await call('GET', path)).body).toMatchObject({ needs_attention: false, counts: { sent: 6, failed: 0 } });
  expect(
    received
      .flatMap(({ to }) => to)
      .filter((address) => address.startsWith('desk@'))
      .sort(),
  ).toEqual(NAMES.map((_, at) => `desk@m${at}.co.jp`));

  const html = letter?.html ?? '';
  const findHref = (pattern: RegExp): string => (pattern.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
  const headers = { 'user-agent': FIREFOX };
  const visit = (href: string): Promise<Answer> => ask(farebox.url, 'GET', href, { headers });
  // What a scanner fetches at once counts for nobody; a person takes longer.
  expect(await ask(farebox.url, 'GET', findHref(/<img src="([^"]*\/t\/[^"]*)"/), {})).toMatchObject({ status: 200 });
  const click = await visit(findHref(/<a href="([^"]*\/c\/[^"]*studio[^"]*)"/));
  expect(click).toMatchObject({ status: 302, headers: { location: 'https://studio.co.jp/note' } });
  const way = /配信停止: (http\S+)/.exec(letter?.text ?? '')?.[1] ?? '';
  expect(await visit(way)).toMatchObject({ status: 200 });
  expect((await call('GET', '/auth/me')).status).toBe(200);
  expect(await ask(farebox.url, 'POST', way, { headers })).toMatchObject({ status: 200 });
  const readTracking = async () => (await call('GET', `${path}/tracking`)).body;
  await expect.poll(async () => memberOf((await readTracking()).clicks, 'total'), PATIENCE).toBe(1);
  expect(await readTracking()).toMatchObject({
    sent: 6,
    delivered: 6,
    opens: { unique_human: 0, unique_machine: 1, total: 1 },
    // Within ten seconds of the mail nobody has read it: a gateway looks at its links.
    clicks: { unique_human: 0, unique_machine: 1, total: 1 },
    unsubscribed: 1,
    open_rate: 0,
    click_rate: 0,
    open_rate_raw: 0.1667,
    links: [{ url: 'https://studio.co.jp/note', unique_human: 0, total: 1 }],
  });
  const { body: operators } = await farebox.request('GET', '/admin/dashboard', { key: ADMIN_TOKEN });
  expect(operators).toMatchObject({ today: { opens: { human: 0, unknown: 0, machine: 1 }, clicks: 0 } });
  // Whoever has unsubscribed gets no mail of the next campaign.
  const next = await call('POST', '/api/campaigns', { press_release_id, media_list_id, name: '冬' });
  expect(next.body).toMatchObject({
    counts: { total: 5 },
    excluded: [{ media_id: media[0], reason: 'suppressed' }, reserved],
  });
});

it.skipIf(!hasChromium)(
  'is opened, clicked and left by a reader with a browser, and its sender sees that',
  async () => {
    // The mail has come an hour ago: what is fetched within seconds is no reader's.
    const dataDir = join(database.dataDir, 'data');
    await behind({ url: undefined, dataDir }, 'UPDATE mail_items SET sent_at = sent_at - 3600000');
    const chrome = FIREFOX.replace(/rv.*/, 'Chrome/142.0.0.0 Safari/537.36');
    const reader = await openBrowser(DESKTOP, 'ja-JP', chrome);
    try {
      const { tab } = reader;
      await tab.route('https://studio.co.jp/**', (route) => route.fulfill({ body: 'The note of the studio' }));
      const html = letterTo('desk@m1.co.jp')?.mail.html ?? '';
      const pixel = tab.waitForResponse((response) => response.url().includes('/t/'));
      await tab.setContent(html);
      expect((await pixel).headers()['content-type']).toBe('image/gif');
      await tab.locator('a[href*="/c/"]').first().click();
      await tab.getByText('The note of the studio').waitFor();
      expect(tab.url()).toBe('https://studio.co.jp/note');
      await tab.setContent(html);
      await tab.getByRole('link', { name: '配信停止' }).click();
      await tab.getByText('d***@m1.co.jp').waitFor();
      await tab.getByRole('button', { name: 'この差出人からの配信を停止' }).click();
      await tab.getByText('d***@m1.co.jpへの配信を停止しました。').waitFor();
    } finally {
      await reader.close();
    }
    const sender = await openBrowser();
    try {
      const { tab, complaints } = sender;
      await tab.goto(
        `${farebox.url}/login?next=${encodeURIComponent(path.replace('/api/campaigns/', '/app/campaigns?id='))}`,
      );
      const codes = lettersToLead().length;
      await tab.getByLabel('Email address').fill(LEAD);
      await tab.getByRole('button', { name: 'Email me a code' }).click();
      await tab.getByLabel('Code', { exact: true }).fill(await codeAfter(codes));
      await tab.keyboard.press('Enter');
      const rowOf = (name: RegExp) => tab.getByRole('row', { name }).first();
      await rowOf(/^Opens (?!and)/).waitFor();
      const readPeople = async (): Promise<(string | null)[]> => {
        await tab.reload();
        await rowOf(/^Opens (?!and)/).waitFor();
        const cells = [/^Opens (?!and)/, /^Clicks/].map((name) => rowOf(name).locator('td').first().textContent());
        return await Promise.all(cells);
      };
      await expect.poll(readPeople).toEqual([' 1', ' 1']);
      expect(await tab.locator('dl.figures').first().textContent()).toMatch(/Unsubscribed\s*2/);
      expect(complaints).toEqual([]);
    } finally {
      await sender.close();
    }
  },
);
