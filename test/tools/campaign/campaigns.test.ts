/** Campaigns from a list of media to their mails, on both databases; without a mail server each mail is a file. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../../harness/databases.ts';
import { type Answer, ask, type RequestOptions } from '../../harness/farebox.ts';
import { listOf, memberOf, type Person } from '../auth/newsroom.ts';
import { type MediaWorld, openMediaWorld } from '../media/world.ts';

const DESKS = [
  '架空みなと経済新聞',
  '見本新聞',
  '例示経済テレビ',
  'ひだまりラジオ',
  '週刊みほんテック',
  '自治体デジタル通信',
];
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const REFUSES = '電池と素材';

describe.each(dailyEngines(import.meta.url))('campaigns on %s', (engine) => {
  let world: MediaWorld;
  let outsider: Person;
  let release: number;
  let list: number;

  const call = (method: string, path: string, body?: unknown, options: RequestOptions = {}): Promise<Answer> =>
    world.ask(method, path, { key: world.admin.token, ...(body === undefined ? {} : { body }), ...options });

  async function createRelease(fields: object = {}): Promise<number> {
    const text = {
      title: '議事録を翌朝に公開する「議事録ノート」を提供開始',
      body: '株式会社サンプルは2026年11月21日、議事録ノートの提供を始めました。\n\n導入した120の自治体で作業時間が半分になりました。人手不足を解消するためです。',
      contact_info: '広報 press@sample-works.co.jp',
    };
    const body = { company_id: world.admin.companyId, ...text, ...fields };
    return Number((await call('POST', '/api/press-release', body)).body.press_release_id);
  }

  async function createList(names: readonly string[]): Promise<number> {
    const id = Number((await call('POST', '/api/media/lists', { name: '発表' })).body.list_id);
    await call('POST', `/api/media/lists/${id}/items`, { media_ids: names.map(world.idOf) });
    return id;
  }

  const create = (fields: object = {}, options: RequestOptions = {}): Promise<Answer> =>
    call('POST', '/api/campaigns', { press_release_id: release, media_list_id: list, name: '秋', ...fields }, options);

  /** A new one; its path and its mails. */
  async function draft(fields: object = {}): Promise<{ path: string; id: number; emails: Record<string, unknown>[] }> {
    const id = Number((await create(fields)).body.campaign_id);
    const path = `/api/campaigns/${id}`;
    return { path, id, emails: listOf((await call('GET', `${path}/preview`)).body.emails) };
  }

  /** In the outbox. */
  async function letter(to: unknown, subject: string): Promise<Email | undefined> {
    const folder = join(world.database.dataDir, 'data', 'outbox');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    const letters = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
    return letters.find((mail) => mail.subject === subject && mail.to?.[0]?.address === to);
  }

  const untilStatus = (path: string, status: string): Promise<void> =>
    expect.poll(async () => (await call('GET', path)).body.status, { timeout: 60_000, interval: 50 }).toBe(status);

  beforeAll(async () => {
    world = await openMediaWorld(engine);
    outsider = await world.signIn('stranger@elsewhere.example');
    release = await createRelease();
    list = await createList([...DESKS, REFUSES]);
  });
  afterAll(() => world.stop());

  it('are made once, with one mail to each deliverable medium', async () => {
    const headers = { 'idempotency-key': 'autumn' };
    const made = await create({}, { headers });
    expect(made).toMatchObject({
      status: 201,
      body: {
        company_id: world.admin.companyId,
        name: '秋',
        press_release_id: release,
        media_list_id: list,
        release_version: 1,
        status: 'draft',
        blocked_by: null,
        needs_attention: false,
        transport: 'outbox',
        simulated: true,
        counts: { total: 6, draft: 6, queued: 0, sent: 0 },
        excluded: [{ media_id: world.idOf(REFUSES), reason: 'refuses_ads' }],
        forecast: { days: 1, today: 6 },
        created_by: 'lead@sample-works.co.jp',
        send_at: null,
        started_at: null,
      },
    });
    expect(await create({}, { headers })).toMatchObject({ status: 201, text: made.text });
    expect((await create({ name: '冬' }, { headers })).body.code).toBe('idempotency_conflict');
    const read = await call('GET', `/api/press-release/${release}`);
    expect(read.body.campaign_ids).toContain(made.body.campaign_id);
    const { total } = (await call('GET', '/api/campaigns?per_page=1&status=draft')).body;
    expect(total).toBe(1);
    expect((await call('GET', `/api/campaigns/${made.body.id}`)).body).toMatchObject({ counts: { total: 6 } });
  });

  it('show each mail as it will be sent', async () => {
    const { path, emails, id } = await draft();
    expect(emails.map(({ media_name }) => media_name)).toEqual(DESKS);
    const paper = emails.find(({ media_name }) => media_name === '自治体デジタル通信');
    expect(paper).toMatchObject({
      campaign_id: id,
      to: 'desk@jichitai-digital.example',
      subject: '【リリース】議事録を翌朝に公開する「議事録ノート」を提供開始',
      status: 'draft',
      edited: false,
      version: 1,
      sent_at: null,
      smtp: { code: null, response: null },
    });
    expect(paper?.body).toMatch(/^自治体デジタル通信 ご担当者様\n/);
    expect(paper?.body).toMatch(/議事録/);
    expect(paper?.body_html).toContain('<p>自治体デジタル通信 ご担当者様</p>');
    const { body } = await call('GET', `${path}/preview?page=6&per_page=1`);
    expect(body).toMatchObject({
      total: 6,
      page: 6,
      per_page: 1,
      emails: [{ email_id: paper?.email_id }],
      checks: { sender_address: false, spf: 'unknown', dkim: 'unknown', dmarc: 'unknown' },
      daily: { limit: 50 },
      rendered: { email_id: paper?.email_id, to: 'desk@jichitai-digital.example' },
    });
    expect(memberOf(body.rendered, 'text')).toMatch(/配信停止: http\S+\/unsubscribe\?email=desk%40jichitai-digital/);
    expect(memberOf(body.rendered, 'html')).not.toMatch(/\/t\/\d+\?/);
    expect(listOf(body.warnings).map(({ code }) => code)).toContain('missing_postal_address');
    expect((await call('GET', `${path}/preview?page=99&per_page=2`)).body).toMatchObject({ emails: [], total: 6 });
  });

  it('tell how well each outlet fits, and nothing of what has not happened', async () => {
    const media_list_id = await createList(['京都文化案内', '自治体デジタル通信']);
    const { path, emails } = await draft({ media_list_id });
    const codesOf = (name: string): unknown[] =>
      listOf(emails.find(({ media_name }) => media_name === name)?.lint).map(({ code }) => code);
    expect(codesOf('京都文化案内')).toContain('low_fit');
    expect(codesOf('自治体デジタル通信')).not.toContain('low_fit');
    const none = { unique_human: 0, unique_unknown: 0, unique_machine: 0, anonymous: 0, total: 0 };
    const rates = { open_rate: 0, click_rate: 0, click_through_rate: 0, open_rate_raw: 0 };
    const { body } = await call('GET', `${path}/tracking`);
    expect(body).toMatchObject({ sent: 0, delivered: 0, bounced: { hard: 0, soft: 0 }, opens: none, clicks: none });
    expect(body).toMatchObject({ ...rates, links: [], timeline: [], denominator: 'delivered' });
    expect(listOf(body.emails)).toHaveLength(2);
  });

  it('let each mail be changed until it is sent, by one person at a time', async () => {
    const { path, emails } = await draft();
    const [first, second, third] = emails.map(({ email_id }) => `${path}/emails/${email_id}`);
    const edited = await call('PUT', `${first}`, { subject: '【リリース】新しい題', body: '本文です。', version: 1 });
    expect(edited).toMatchObject({
      status: 200,
      body: { subject: '【リリース】新しい題', body_html: '<p>本文です。</p>', edited: true, version: 2 },
    });
    expect(await call('PUT', `${first}`, { subject: 'x', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', current_version: 2 },
    });
    const html = '<p onclick="a()">太<b>字</b><script>b()</script></p>';
    expect((await call('PUT', `${first}`, { body_html: html })).body).toMatchObject({
      body_html: '<p>太<b>字</b></p>',
      version: 3,
    });
    expect((await call('PUT', `${first}`, {})).body).toMatchObject({ version: 3 });
    const page = '<p>新しい<b>本文</b>です。</p><ul><li>一<li>二</ul><p><a href="https://a.jp/x">詳細</a></p>';
    expect((await call('PUT', `${first}`, { body_html: page })).body).toMatchObject({
      body: '新しい本文です。\n\n- 一\n- 二\n\n詳細 (https://a.jp/x)',
    });
    const { body: taken } = await call('PUT', `${first}`, { to: `${emails[1]?.to}` });
    expect(taken.code).toBe('duplicate_address');
    expect((await call('PUT', `${first}`, { to: 'anybody@bank.example' })).body.code).toBe('unknown_recipient');
    const wrong = await call('PUT', `${first}`, { to: 'a@b.jp, c@d.jp' });
    const detail = [{ type: 'value_error', loc: ['body', 'to'], msg: 'Value error, not a valid e-mail address' }];
    expect(wrong).toMatchObject({ status: 422, body: { detail } });
    expect((await call('PUT', `${second}`, { skip: true })).body).toMatchObject({ status: 'skipped', edited: false });
    expect((await call('PUT', `${second}`, { skip: false })).body).toMatchObject({ status: 'draft' });
    const flawed = await call('PUT', `${third}`, { body: '【要確認：価格】円です。' });
    expect(listOf(flawed.body.lint).map(({ code }) => code)).toEqual(['placeholder_left', 'low_fit']);
    expect(listOf(flawed.body.lint)[0]).toMatchObject({ code: 'placeholder_left', level: 'error', field: 'body' });
    expect(await call('POST', `${path}/send`)).toMatchObject({
      status: 409,
      body: {
        detail: 'Campaign cannot be sent',
        code: 'not_sendable',
        reasons: [{ code: 'lint_error', email_ids: [emails[2]?.email_id] }],
      },
    });
  });

  it('are sent once; the mails hold what was edited, and nothing that came later', async () => {
    const body = '提灯の工房を開設しました。https://sample-works.co.jp/note をご覧ください。';
    const own = await createRelease({ title: '提灯の工房を開設', body });
    const { path, emails } = await draft({ press_release_id: own });
    const [first, second, third] = emails;
    await call('PUT', `${path}/emails/${first?.email_id}`, { body: '手で書いた本文です。' });
    await call('PUT', `${path}/emails/${second?.email_id}`, { skip: true });
    await call('PUT', `/api/press-release/${own}`, { title: '別の題' });
    // The list is another one now, too.
    const added = world.idOf('京都文化案内');
    await call('DELETE', `/api/media/lists/${list}/items`, { media_ids: [third?.media_id] });
    await call('POST', `/api/media/lists/${list}/items`, { media_ids: [added] });
    const preview = await call('GET', `${path}/preview`);
    expect(listOf(preview.body.emails).map(({ media_id }) => media_id)).toEqual(emails.map(({ media_id }) => media_id));
    await call('DELETE', `/api/media/lists/${list}/items`, { media_ids: [added] });
    await call('POST', `/api/media/lists/${list}/items`, { media_ids: [third?.media_id] });
    expect(listOf(preview.body.warnings).map(({ code }) => code)).toContain('release_changed');
    const headers = { 'idempotency-key': `send-${release}-${own}` };
    const sent = await call('POST', `${path}/send`, undefined, { headers });
    expect(sent).toMatchObject({
      status: 200,
      body: { campaign: { status: 'queued' }, queued: 5, suppressed: 0, skipped: 1, forecast: { days: 1 } },
    });
    await untilStatus(path, 'sent');
    expect(await call('POST', `${path}/send`, undefined, { headers })).toMatchObject({ status: 200, text: sent.text });
    const again = await call('POST', `${path}/send`);
    expect(again).toMatchObject({
      status: 409,
      body: { detail: 'Campaign already sent', code: 'campaign_state', status: 'sent' },
    });
    expect((await call('GET', path)).body).toMatchObject({
      counts: { total: 6, sent: 5, skipped: 1, draft: 0 },
      needs_attention: false,
      forecast: { today: 0, days: 0, first_at: null, last_at: null },
    });
    const mail = await letter(first?.to, '【リリース】提灯の工房を開設');
    expect(mail?.text).toMatch(/^手で書いた本文です。\n\n--\n/);
    expect(mail?.html).toMatch(/<html lang="ja">[\s\S]*\n<p>手で書いた本文です。<\/p>\n<hr>/);
    expect(await letter(second?.to, '【リリース】提灯の工房を開設')).toBeUndefined();
    // Somebody opens it and follows a link, a program looks at another's.
    const seen = await letter(third?.to, '【リリース】提灯の工房を開設');
    const findHref = (html: string | undefined, pattern: RegExp): string =>
      (pattern.exec(html ?? '')?.[1] ?? '').replaceAll('&amp;', '&');
    const [pixel, link] = [/<img src="([^"]*)"/, /<a href="([^"]*\/c\/[^"]*sample[^"]*)"/];
    const read = (href: string, agent: string): Promise<Answer> =>
      ask(world.url, 'GET', href, { headers: { 'user-agent': agent } });
    await read(findHref(seen?.html, pixel), BROWSER);
    expect(await read(findHref(seen?.html, link), BROWSER)).toMatchObject({ status: 302 });
    await read(findHref(mail?.html, pixel), 'curl/8.5.0');
    const textOnly = await letter(emails[3]?.to, '【リリース】提灯の工房を開設');
    await read(findHref(textOnly?.html, link), BROWSER);
    const track = async (): Promise<unknown> => (await call('GET', `${path}/tracking`)).body;
    const tracked = {
      sent: 5,
      delivered: 5,
      opens: { unique_human: 2, unique_unknown: 0, unique_machine: 1, anonymous: 0, total: 2 },
      clicks: { unique_human: 2, unique_machine: 0, total: 2 },
      ...{ open_rate: 0.4, click_rate: 0.4, click_through_rate: 1, open_rate_raw: 0.6 },
      links: [{ url: 'https://sample-works.co.jp/note', unique_human: 2, total: 2 }],
      timeline: [{ opens: 2, clicks: 2 }],
    };
    await expect.poll(track, { timeout: 60_000, interval: 50 }).toMatchObject(tracked);
    const whose = listOf(Object(await track()).emails).filter(({ opened_at }) => opened_at !== null);
    expect(whose).toMatchObject(
      [third, emails[3]].map((email) => ({ email_id: email?.email_id, clicked_at: expect.any(String) })),
    );
    const late = await call('PUT', `${path}/emails/${first?.email_id}`, { subject: 'x' });
    expect(late).toMatchObject({ status: 409, body: { code: 'campaign_state', status: 'sent' } });
    expect(await call('POST', `${path}/send`, { only: 'failed' })).toMatchObject({
      status: 409,
      body: { code: 'nothing_to_send' },
    });
    for (const action of ['mark_replied', 'mark_placed']) {
      const url = 'https://mihon-shimbun.example/1';
      const noted = await call('POST', `${path}/emails/${first?.email_id}/resolve`, { action, url });
      expect(noted.body).toMatchObject({ status: 'sent', replied_at: expect.any(String) });
    }
    const unknown = await call('POST', `${path}/emails/${first?.email_id}/resolve`, { action: 'resend' });
    expect(unknown).toMatchObject({ status: 409, body: { status: 'sent' } });
    await expectHistory(own, { first, second, third });
  });

  /** The company has written to all but the second; the first has answered and published, the third has read. */
  async function expectHistory(
    own: number,
    { first, second, third }: Record<'first' | 'second' | 'third', Record<string, unknown> | undefined>,
  ): Promise<void> {
    const { items } = (await call('GET', `/api/media/lists/${list}`)).body;
    const byId = new Map(listOf(items).map((item) => [item.media_id, item]));
    const none = { sent: 0, human_opens: 0, clicks: 0, replies: 0, placements: 0 };
    expect(byId.get(first?.media_id)).toMatchObject({
      last_contacted_at: expect.any(String),
      stats: { ...none, sent: 1, replies: 1, placements: 1 },
    });
    expect(byId.get(second?.media_id)).toMatchObject({ last_contacted_at: null, stats: none });
    expect(byId.get(third?.media_id)).toMatchObject({ stats: { ...none, sent: 1, human_opens: 1, clicks: 1 } });
    const ranking = { press_release_id: own, top_k: 500 };
    const { body } = await call('POST', '/api/media/recommend', ranking);
    expect(body.excluded).toMatchObject({ recently_contacted: 5 });
    const ids = listOf(body.items).map(({ media_id }) => media_id);
    expect([first, second, third].map((email) => ids.includes(email?.media_id))).toEqual([false, true, false]);
    const all = await call('POST', '/api/media/recommend', { ...ranking, include_undeliverable: true });
    const scores = new Map(
      listOf(all.body.items).map((item) => [item.media_id, memberOf(item.score_components, 'history')]),
    );
    // (clicks + 3·replies + 5·placements + 1) / (sent + 2), at most 1.
    expect([first, second, third].map((email) => scores.get(email?.media_id))).toEqual([1, 0.5, 0.6667]);
    const { emails } = await draft();
    const warned = emails.filter(({ lint }) => listOf(lint).some(({ code }) => code === 'recently_contacted'));
    expect(warned.map(({ media_id }) => media_id)).not.toContain(second?.media_id);
    expect(warned).toHaveLength(5);
    // Another company has had nothing to do with them.
    const { body: theirs } = await ask(world.url, 'GET', '/api/media/search?per_page=500', { key: outsider.token });
    expect(listOf(theirs.items).filter(({ last_contacted_at }) => last_contacted_at !== null)).toEqual([]);
  }

  it('take an edit that races with the sending into the mail, or refuse it', async () => {
    const media_list_id = await createList(['見本新聞', 'ひだまりラジオ']);
    for (const [round, isEditFirst] of [true, false, true, false].entries()) {
      const { path, emails } = await draft({ media_list_id });
      const [email] = emails;
      const subject = `【リリース】${round}度目の題`;
      const edit = () => call('PUT', `${path}/emails/${email?.email_id}`, { subject });
      const send = () => call('POST', `${path}/send`);
      const [one, other] = await Promise.all(isEditFirst ? [edit(), send()] : [send(), edit()]);
      const [edited, sent] = isEditFirst ? [one, other] : [other, one];
      expect([200, 409]).toContain(edited.status);
      // Whoever sends has not seen what was changed at that very moment.
      if (sent.status === 409) expect([sent.body.code, edited.status]).toEqual(['version_conflict', 200]);
      expect(sent.status === 409 ? await send() : sent).toMatchObject({ status: 200 });
      await untilStatus(path, 'sent');
      expect((await letter(email?.to, subject)) !== undefined).toBe(edited.status === 200);
      const [kept] = listOf((await call('GET', `${path}/preview`)).body.emails);
      expect(kept?.subject === subject).toBe(edited.status === 200);
    }
  });

  it('wait for their time, and are held, resumed and cancelled by hand', async () => {
    const { path } = await draft();
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const noTime = await call('POST', `${path}/send`, { send_at: 'tomorrow' });
    expect(noTime).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'send_at'] }] } });
    expect(listOf(noTime.body.detail)).toHaveLength(1);
    const past = await call('POST', `${path}/send`, { send_at: new Date(Date.now() - 60_000).toISOString() });
    expect(past).toMatchObject({ status: 422, body: { detail: [{ type: 'value_error', loc: ['body', 'send_at'] }] } });
    const scheduled = await call('POST', `${path}/send`, { send_at: later, max_lateness_minutes: 5 });
    expect(scheduled.body).toMatchObject({ queued: 6, campaign: { status: 'scheduled', counts: { queued: 6 } } });
    expect(Date.parse(String(memberOf(scheduled.body.campaign, 'send_at')))).toBe(
      Math.floor(Date.parse(later) / 1000) * 1000,
    );
    const inUse = await call('DELETE', `/api/press-release/${release}`);
    expect(inUse).toMatchObject({ status: 409, body: { code: 'in_use' } });
    expect(await call('DELETE', `/api/media/lists/${list}`)).toMatchObject({ status: 409, body: { code: 'in_use' } });
    expect((await call('POST', `${path}/pause`)).body).toMatchObject({ status: 'paused' });
    expect(await call('POST', `${path}/pause`)).toMatchObject({ status: 409, body: { status: 'paused' } });
    expect((await call('POST', `${path}/resume`)).body.status).toMatch(/^(queued|sending|sent)$/);
    await untilStatus(path, 'sent');
    expect(await call('POST', `${path}/cancel`)).toMatchObject({ status: 409, body: { code: 'campaign_state' } });
    const { path: other } = await draft();
    await call('POST', `${other}/send`, { send_at: later });
    expect((await call('POST', `${other}/cancel`)).body).toMatchObject({
      status: 'cancelled',
      counts: { cancelled: 6, queued: 0 },
    });
    const { path: soon } = await draft();
    await call('POST', `${soon}/send`, { send_at: new Date(Date.now() + 1_000).toISOString() });
    await untilStatus(soon, 'sent');
  });

  it('respect an embargo, and say so in each mail', async () => {
    const held = await createRelease({ title: '解禁前の発表' });
    const embargo_until = new Date(Date.now() + 86_400_000).toISOString();
    const { path, emails } = await draft({ press_release_id: held });
    await call('PUT', `/api/press-release/${held}`, { embargo_until });
    expect((await call('POST', `${path}/send`)).body).toMatchObject({ reasons: [{ code: 'embargoed' }] });
    expect(await call('POST', `${path}/send`, { allow_embargoed: true })).toMatchObject({ status: 200 });
    await untilStatus(path, 'sent');
    for (const { to } of emails) {
      expect((await letter(to, '【リリース】解禁前の発表'))?.text).toMatch(/^報道解禁日時：/);
    }
  });

  it.each([
    ['scheduled', 3_600_000, {}],
    ['missed', 500, { max_lateness_minutes: 0 }],
  ])('ask for the embargo anew when they are %s', async (status, aheadMs, lateness) => {
    const title = `${status}: 解禁日を決めた発表`;
    const held = await createRelease({ title });
    const { path, emails } = await draft({ press_release_id: held });
    await call('POST', `${path}/send`, { send_at: new Date(Date.now() + aheadMs).toISOString(), ...lateness });
    await untilStatus(path, status);
    const embargoMs = Date.now() + 86_400_000;
    await call('PUT', `/api/press-release/${held}`, { embargo_until: new Date(embargoMs).toISOString() });
    const refused = { status: 409, body: { code: 'not_sendable', reasons: [{ code: 'embargoed' }] } };
    expect(await call('POST', `${path}/send`)).toMatchObject(refused);
    const before = { send_at: new Date(embargoMs - 60_000).toISOString() };
    expect(await call('POST', `${path}/send`, before)).toMatchObject(refused);
    expect((await call('GET', path)).body).toMatchObject({ status, counts: { queued: 6, sent: 0 } });
    const after = { send_at: new Date(embargoMs + 60_000).toISOString() };
    expect((await call('POST', `${path}/send`, after)).body).toMatchObject({ campaign: { status: 'scheduled' } });
    expect(await call('POST', `${path}/send`, { allow_embargoed: true })).toMatchObject({ status: 200 });
    await untilStatus(path, 'sent');
    for (const { to } of emails) {
      expect((await letter(to, `【リリース】${title}`))?.text).toMatch(/^報道解禁日時：/);
    }
  });

  it('do not go out by themselves when their release has got an embargo meanwhile', async () => {
    const soon = () => ({ send_at: new Date(Date.now() + 1_500).toISOString() });
    const embargo = { embargo_until: new Date(Date.now() + 86_400_000).toISOString() };
    const [surprised, aware] = [
      await createRelease({ title: '後の解禁日' }),
      await createRelease({ title: '前の解禁日' }),
    ];
    const [kept, allowed] = [await draft({ press_release_id: surprised }), await draft({ press_release_id: aware })];
    await call('POST', `${kept.path}/send`, soon());
    await call('PUT', `/api/press-release/${surprised}`, embargo);
    await call('PUT', `/api/press-release/${aware}`, embargo);
    await call('POST', `${allowed.path}/send`, { ...soon(), allow_embargoed: true });
    await untilStatus(kept.path, 'missed');
    expect((await call('GET', kept.path)).body).toMatchObject({ counts: { queued: 6, sent: 0 } });
    await untilStatus(allowed.path, 'sent');
  });

  it('need somebody to be sent to', async () => {
    const none = await createList([]);
    const { path, emails } = await draft({ media_list_id: none });
    expect(emails).toEqual([]);
    expect((await call('POST', `${path}/send`)).body).toMatchObject({ reasons: [{ code: 'no_recipients' }] });
    expect(await call('POST', `${path}/test`)).toMatchObject({ status: 409, body: { code: 'nothing_to_send' } });
    // Nor is there anything to say of a release without a word.
    const { path: mute } = await draft({ press_release_id: await createRelease({ title: '', body: '' }) });
    expect((await call('POST', `${mute}/send`)).body).toMatchObject({ reasons: [{ code: 'lint_error' }] });
  });

  it('can be tried on members of the company, and nobody else', async () => {
    const { path } = await draft();
    const { daily } = (await call('GET', `${path}/preview`)).body;
    const tried = await call('POST', `${path}/test`, { to: 'Writer@sample-works.co.jp' });
    expect(tried.body).toEqual({ ok: true, to: 'writer@sample-works.co.jp', transport: 'outbox' });
    const subject = '【リリース】議事録を翌朝に公開する「議事録ノート」を提供開始';
    const find = () => letter('writer@sample-works.co.jp', subject);
    await expect.poll(async () => (await find())?.text, { timeout: 60_000, interval: 50 }).toMatch(/配信停止/);
    expect((await find())?.html).not.toMatch(/\/t\/\d+\?e=/);
    expect((await find())?.text).toContain('sig=preview');
    expect((await call('GET', `${path}/preview`)).body).toMatchObject({ daily });
    expect(await call('POST', `${path}/test`, { to: 'stranger@elsewhere.example' })).toMatchObject({ status: 400 });
    expect((await call('GET', path)).body).toMatchObject({ counts: { total: 6, draft: 6 } });
  });

  it('name their company in the language of the release, and in one line', async () => {
    const english = {
      title: 'Sample opens a workshop',
      body: 'Sample opened a workshop in Osaka on December 1, 2026.',
    };
    const fields = { press_release_id: await createRelease(english) };
    const nameIt = (changes: object) => call('PUT', '/auth/company', changes);
    await nameIt({ name_en: 'Sample Works Inc.' });
    const { emails } = await draft(fields);
    await nameIt({ name_en: null });
    expect(emails[0]?.body).toContain('Here is a press release from Sample Works Inc.\n');
    expect((await draft(fields)).emails[0]?.body).toContain('Here is a press release from Sample Works.\n');
  });

  it('are nobody else’s: another company is told what it is told of none', async () => {
    const { path, emails } = await draft();
    const email = `emails/${emails[0]?.email_id}`;
    const routes = [
      ['GET', '', undefined],
      ['GET', '/preview', undefined],
      ['GET', '/tracking', undefined],
      ['GET', '/report', undefined],
      ['PUT', `/${email}`, { subject: 'x' }],
      ['POST', `/${email}/resolve`, { action: 'mark_sent' }],
      ...['send', 'pause', 'resume', 'cancel', 'test'].map((verb) => ['POST', `/${verb}`, undefined] as const),
    ] as const;
    for (const [method, rest, body] of routes) {
      const request = { key: outsider.token, ...(body === undefined ? {} : { body }) };
      const theirs = await ask(world.url, method, `${path}${rest}`, request);
      const none = await ask(world.url, method, `/api/campaigns/99999999${rest}`, request);
      expect([rest, theirs.status, theirs.text]).toEqual([rest, 404, none.text]);
    }
    // Nor does a mail answer below another campaign, even of its own company.
    const { path: other } = await draft();
    for (const [method, rest, sent] of [
      ['PUT', `/${email}`, { subject: 'x' }],
      ['POST', `/${email}/resolve`, { action: 'mark_sent' }],
      ['POST', '/test', { email_id: emails[0]?.email_id }],
    ] as const) {
      expect(await call(method, `${other}${rest}`, sent)).toMatchObject({
        status: 404,
        body: { detail: 'Campaign email not found' },
      });
    }
    const body = { press_release_id: release, media_list_id: list, name: 'x' };
    expect(await ask(world.url, 'POST', '/api/campaigns', { key: outsider.token, body })).toMatchObject({
      status: 404,
    });
    expect((await ask(world.url, 'GET', '/api/campaigns', { key: outsider.token })).body).toMatchObject({ total: 0 });
  });
});
