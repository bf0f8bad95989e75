import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../../harness/databases.ts';
import type { Answer, RequestOptions } from '../../harness/farebox.ts';
import { listOf, memberOf, type Newsroom, openNewsroom, type Person } from '../auth/newsroom.ts';

const PATH = '/api/press-release';

describe.each(dailyEngines(import.meta.url))('press releases on %s', (engine) => {
  let room: Newsroom;
  let writer: Person;
  let outsider: Person;
  beforeAll(async () => {
    room = await openNewsroom(engine, { env: { ADMIN_EMAILS: 'chief@releases.example' } });
    writer = await room.signIn('writer@releases.example');
    outsider = await room.signIn('stranger@elsewhere.example');
  });
  afterAll(() => room.stop());

  const ask = (method: string, path: string, options: RequestOptions = {}): Promise<Answer> =>
    room.ask(method, `${PATH}${path}`, { key: writer.token, ...options });

  async function create(fields: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const body = { company_id: writer.companyId, title: 'Kiro opens', body: 'Kiro opens in Osaka.', ...fields };
    return await ask('POST', '', { body, headers });
  }

  const numberOf = ({ body }: Answer): number => Number(body.press_release_id);

  it('are kept as they were given, with an article of their own', async () => {
    const nq_dimensions = '{"headline": 12}';
    const made = await create({
      title: '新製品を発表',
      body: '株式会社サンプルは新製品を発表します。',
      nq_score: 72.5,
      nq_dimensions,
    });
    expect(made).toMatchObject({
      status: 201,
      body: {
        id: made.body.press_release_id,
        company_id: writer.companyId,
        title: '新製品を発表',
        subtitle: null,
        contact_info: null,
        source_type: 'scratch',
        status: 'draft',
        language: 'ja',
        nq_score: 72.5,
        nq_source: 'client',
        nq_dimensions,
        nq: { headline: 12 },
        nq_stale: false,
        ai_engine: null,
        embargo_until: null,
        char_count: 19,
        version: 1,
        campaign_ids: [],
        created_by: writer.email,
        created_at: expect.stringMatching(/\+09:00$/),
      },
    });
    expect(Number(made.body.word_count)).toBeGreaterThan(4);
    const other = await create({ nq_score: 400, nq_dimensions: 'A+', source_type: 'wire' });
    expect(other.body).toMatchObject({ nq_score: 400, nq_source: 'client', nq_dimensions: 'A+', nq: null });
    expect(other.body).toMatchObject({ source_type: 'wire', language: 'en', word_count: 4 });
    expect(other.body.article_id).not.toBe(made.body.article_id);
    expect((await ask('GET', `/${numberOf(made)}`)).text).toBe(made.text);
  });

  it('belong to the company that is named, which is one’s own', async () => {
    expect(await create({ company_id: outsider.companyId })).toMatchObject({
      status: 403,
      body: { detail: 'You are not a member of this company', code: 'company_mismatch' },
    });
    const chief = await room.signIn('chief@releases.example');
    const made = await create({ company_id: outsider.companyId }, { authorization: `Bearer ${chief.token}` });
    expect(made).toMatchObject({ status: 201, body: { company_id: outsider.companyId } });
    const nowhere = await create({ company_id: 'c_none' }, { authorization: `Bearer ${chief.token}` });
    expect(nowhere).toMatchObject({ status: 404, body: { detail: 'Company not found' } });
  });

  it('are listed page by page, searched and put in order', async () => {
    const quiet = await room.signIn('lister@lists.example');
    const as = { authorization: `Bearer ${quiet.token}` };
    const { body: none } = await ask('GET', '', { headers: as });
    expect(none).toEqual({ items: [], total: 0, page: 1, per_page: 50, pages: 0, sort: '-created_at' });
    const given = [
      ['B 100% ﾃｽﾄ', 12, 'one'],
      ['C', null, 'x'.repeat(6_000)],
      ['A', 80, 'three'],
    ] as const;
    for (const [title, nq_score, body] of given)
      await create({ company_id: quiet.companyId, title, nq_score, body }, as);
    const titles = async (query: string): Promise<unknown[]> => {
      const { body } = await ask('GET', `?${query}`, { headers: as });
      return listOf(body.items).map(({ title }) => title);
    };
    expect(await titles('')).toEqual(['A', 'C', 'B 100% ﾃｽﾄ']);
    expect(await titles('sort=created_at')).toEqual(['B 100% ﾃｽﾄ', 'C', 'A']);
    expect(await titles('sort=title')).toEqual(['A', 'B 100% ﾃｽﾄ', 'C']);
    expect(await titles('sort=-nq_score')).toEqual(['A', 'B 100% ﾃｽﾄ', 'C']);
    expect(await titles(`q=${encodeURIComponent('100% テスト')}`)).toEqual(['B 100% ﾃｽﾄ']);
    expect(await titles('q=THREE&status=draft')).toEqual(['A']);
    expect(await titles('status=published')).toEqual([]);
    expect(await titles('page=2&per_page=2')).toEqual(['B 100% ﾃｽﾄ']);
    const far = await ask('GET', '?page=90071992547409910&per_page=10000&sort=nonsense', { headers: as });
    expect(far.body).toMatchObject({ items: [], total: 3, per_page: 500, pages: 1, sort: '-created_at' });
    const { body: cut } = await ask('GET', '?q=xxx', { headers: as });
    expect(listOf(cut.items)[0]).toMatchObject({ body: 'x'.repeat(5_000), char_count: 6_000 });
  });

  it('change field by field, and each change is a version', async () => {
    const made = await create({ subtitle: 'Soon', nq_score: 50 });
    const path = `/${numberOf(made)}`;
    const put = (body: object): Promise<Answer> => ask('PUT', path, { body });
    expect((await put({})).text).toBe(made.text);
    expect((await put({ title: 'Kiro opens', subtitle: 'Soon' })).body).toMatchObject({ version: 1, nq_stale: false });
    const rewritten = await put({ body: '東京で開店します。', subtitle: null, version: 1 });
    expect(rewritten).toMatchObject({
      status: 200,
      body: {
        version: 2,
        title: 'Kiro opens',
        subtitle: null,
        language: 'ja',
        char_count: 9,
        nq_score: 50,
        nq_stale: true,
      },
    });
    expect((await put({ nq_score: 61 })).body).toMatchObject({ version: 3, nq_score: 61, nq_stale: false });
    expect((await put({ nq_score: null })).body).toMatchObject({ version: 4, nq_score: null, nq_source: null });
    expect(await put({ title: 'Late', version: 2 })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', current_version: 4 },
    });
    const races = await Promise.all(['One', 'Two', 'Three'].map((title) => put({ title, version: 4 })));
    expect(races.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await ask('GET', '?q=東京で')).body).toMatchObject({ total: 1 });
  });

  it('move between their states as the rules say', async () => {
    const path = `/${numberOf(await create())}`;
    const put = async (body: object): Promise<unknown[]> => {
      const answer = await ask('PUT', path, { body });
      return answer.status === 200 ? [200, answer.body.status] : [answer.status, answer.body.code, answer.body.allowed];
    };
    expect(await put({ status: 'ready' })).toEqual([200, 'ready']);
    expect(await put({ status: 'published' })).toEqual([409, 'release_state', ['draft']]);
    expect(await put({ status: 'embargoed' })).toEqual([409, 'release_state', ['draft']]);
    expect(await put({ embargo_until: '2001-01-01T00:00:00Z' })).toEqual([200, 'ready']);
    expect(await put({ embargo_until: '2099-01-01T09:00:00+09:00' })).toEqual([200, 'embargoed']);
    expect((await ask('GET', path)).body.embargo_until).toBe('2099-01-01T09:00:00+09:00');
    expect(await put({ status: 'ready' })).toEqual([409, 'release_state', []]);
    expect(await put({ embargo_until: null, status: 'draft' })).toEqual([200, 'draft']);
    expect(await put({ embargo_until: '2099-01-01T00:00:00Z', status: 'embargoed' })).toEqual([200, 'embargoed']);
    const wrong = await ask('PUT', path, { body: { status: 'sent' } });
    expect(wrong).toMatchObject({
      status: 400,
      body: { detail: 'status must be one of draft, ready, embargoed, published.' },
    });
  });

  it('come out of an embargo when its time has come', async () => {
    const path = `/${numberOf(await create({ title: 'Held for a moment' }))}`;
    const embargo_until = new Date(Date.now() + 1_500).toISOString();
    expect((await ask('PUT', path, { body: { embargo_until } })).body).toMatchObject({
      status: 'embargoed',
      version: 2,
    });
    const listed = async (status: string): Promise<number> =>
      Number((await ask('GET', `?q=${encodeURIComponent('held for')}&status=${status}`)).body.total);
    expect([await listed('embargoed'), await listed('ready')]).toEqual([1, 0]);
    await expect.poll(async () => (await ask('GET', path)).body.status).toBe('ready');
    expect([await listed('embargoed'), await listed('ready')]).toEqual([0, 1]);
    expect((await ask('PUT', path, { body: {} })).body.version).toBe(2);
  });

  it('are gone when they are deleted, and their number with them', async () => {
    const made = await create();
    const path = `/${numberOf(made)}`;
    expect((await ask('DELETE', path)).text).toBe(`{"ok":true,"press_release_id":${numberOf(made)}}`);
    expect((await ask('DELETE', path)).status).toBe(404);
    expect(numberOf(await create())).toBeGreaterThan(numberOf(made));
  });

  it('of another company are like those that there are not', async () => {
    const path = `/${numberOf(await create())}`;
    for (const [method, body] of [['GET'], ['PUT', { title: 'Mine' }], ['DELETE']] as const) {
      const options = { key: outsider.token, ...(body ? { body } : {}) };
      const foreign = await ask(method, path, options);
      const absent = await ask(method, '/999999999999999999999', options);
      expect(foreign).toMatchObject({ status: 404, body: { detail: 'Press release not found' } });
      expect(absent.text).toBe(foreign.text);
    }
    expect((await ask('GET', path)).body).toMatchObject({ title: 'Kiro opens', version: 1 });
  });

  it('are printed, and not twice for whoever has the version', async () => {
    const title = '新製品「コトバ」/発表';
    const path = `/${numberOf(await create({ title, body: '務必标明来源。\n\nThe quick fox ✓' }))}`;
    const print = (headers: Record<string, string> = {}): Promise<Answer> => ask('GET', `${path}/pdf`, { headers });
    const first = await print();
    expect(first).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } });
    expect(first.text.slice(0, 5)).toBe('%PDF-');
    expect(Number(first.headers['content-length'])).toBeLessThan(60_000);
    expect(first.headers['content-disposition']).toBe(
      `attachment; filename="press-release-${path.slice(1)}.pdf"; filename*=UTF-8''${encodeURIComponent('新製品「コトバ」 発表.pdf')}`,
    );
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-pdf-missing-glyphs': '0' });
    const etag = String(first.headers.etag);
    const again = await print({ 'if-none-match': `"other", W/${etag}` });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    await ask('PUT', path, { body: { embargo_until: '2099-01-01T09:00:00+09:00' } });
    const held = await print({ 'if-none-match': etag });
    expect([held.status, held.headers.etag === etag]).toEqual([200, false]);
    await ask('PUT', path, { body: { body: 'あ'.repeat(300_001) } });
    expect(await print()).toMatchObject({ status: 413, body: { detail: 'The release has more than 100 pages.' } });
    const foreign = await room.ask('GET', `${PATH}${path}/pdf`, { key: outsider.token });
    expect(foreign.text).toBe((await ask('GET', '/999999999/pdf')).text);
  });

  it('are made of drafts, without a fact that the draft does not hold', async () => {
    const draft =
      '株式会社サンプル、革命的な議事録サービス「コトバ」を提供開始！！\n\n株式会社サンプルは、議事録サービス「コトバ」の提供を開始します！圧倒的な速さです。';
    const made = await ask('POST', '/optimize', { body: { draft } });
    expect(made).toMatchObject({
      status: 201,
      body: {
        source_type: 'optimized',
        status: 'draft',
        version: 1,
        language: 'ja',
        nq_source: 'rules',
        generation: { engine: 'rules', model: null, degraded_reason: 'no_llm_configured', unverified: [] },
      },
    });
    const { title, body, nq_score, generation } = made.body;
    expect(title).toContain('コトバ');
    expect(`${title}${body}`).not.toMatch(/革命的|圧倒的|！！/);
    expect(body).toContain('【要確認：価格】');
    expect(memberOf(generation, 'placeholders')).toEqual(expect.arrayContaining(['price', 'quote', 'contact']));
    expect(listOf(memberOf(generation, 'changes')).length).toBeGreaterThan(2);
    expect(memberOf(memberOf(generation, 'nq'), 'nq_score')).toBe(nq_score);
    expect((await ask('GET', `/${numberOf(made)}`)).body).toMatchObject({ title, body, nq_score });
    const bare = await ask('POST', '/optimize', { body: { draft: 'One sentence alone.' } });
    expect(bare.body).toMatchObject({ title: '[TO CONFIRM: headline]' });
    expect(memberOf(bare.body.generation, 'placeholders')).toContain('title');
    const blank = await ask('POST', '/optimize', { body: { draft: ' …\n' } });
    expect(blank).toMatchObject({ status: 400, body: { code: 'empty_text' } });
    const long = await ask('POST', '/optimize', { body: { draft: 'あ'.repeat(50_001) } });
    expect(long).toMatchObject({ status: 413, body: { detail: 'A draft can have at most 50000 characters.' } });
  });

  it('refuse what FastAPI refuses, in its words', async () => {
    expect((await ask('POST', '', { body: { title: 1, nq_score: 'x' } })).text).toBe(
      '{"detail":[{"type":"missing","loc":["body","company_id"],"msg":"Field required","input":{"title":1,"nq_score":"x"}},' +
        '{"type":"string_type","loc":["body","title"],"msg":"Input should be a valid string","input":1},' +
        '{"type":"missing","loc":["body","body"],"msg":"Field required","input":{"title":1,"nq_score":"x"}},' +
        '{"type":"float_parsing","loc":["body","nq_score"],"msg":"Input should be a valid number, unable to parse string as a number","input":"x"}]}',
    );
    expect((await ask('PUT', '/x', { body: { title: null, embargo_until: 'soon' } })).body).toMatchObject({
      detail: [
        { type: 'int_parsing', loc: ['path', 'press_release_id'], input: 'x' },
        { type: 'string_type', loc: ['body', 'title'], input: null },
        { type: 'value_error', loc: ['body', 'embargo_until'], input: 'soon' },
      ],
    });
    expect((await ask('GET', '?page=0&per_page=x')).body).toMatchObject({
      detail: [
        { type: 'greater_than_equal', loc: ['query', 'page'], input: '0', ctx: { ge: 1 } },
        { type: 'int_parsing', loc: ['query', 'per_page'], input: 'x' },
      ],
    });
    expect((await room.ask('POST', PATH, { body: {} })).status).toBe(401);
  });

  it('are made once under an idempotency key, with a session and with a key', async () => {
    const { body } = await room.ask('POST', '/auth/api-keys', { key: writer.token, body: { name: 'writer' } });
    for (const key of [writer.token, String(body.key)]) {
      const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'once' };
      const [first, second] = await Promise.all([create({}, headers), create({}, headers)]);
      expect([first.status, second.text]).toEqual([201, first.text]);
      const third = await create({}, headers);
      expect([third.text, third.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
      const other = await create({ title: 'Another' }, headers);
      expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    }
  });
});
