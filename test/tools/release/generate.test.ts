import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import groq from '../../../src/providers/groq.ts';
import type { Answer } from '../../harness/farebox.ts';
import { type ModelUpstream, startModelUpstream } from '../../harness/model-upstream.ts';
import { listOf, memberOf, type Newsroom, openNewsroom, type Person } from '../auth/newsroom.ts';

const PATH = '/api/press-release/generate';

const FORMS = {
  ja: {
    company_name: '株式会社サンプル',
    product_name: 'キロクン',
    target_audience: '自治体',
    features: ['録音から下書きを作成', '方言にも対応します。'],
  },
  zh: {
    company_name: '示例科技有限公司',
    product_name: '记录君',
    target_audience: '政府机构',
    features: ['通过会议录音自动生成初稿', '支持方言和行政用语。'],
  },
  en: {
    company_name: 'Sample Inc.',
    product_name: 'Minute',
    target_audience: 'local councils',
    features: ['drafts the minutes from a recording', 'It knows the terms of local government.'],
  },
};

const TITLES = {
  ja: '株式会社サンプル、自治体向け「キロクン」を発表',
  zh: '示例科技有限公司推出面向政府机构的“记录君”',
  en: 'Sample Inc. Launches Minute for local councils',
};

describe('POST /api/press-release/generate', () => {
  let room: Newsroom;
  let writer: Person;
  let upstream: ModelUpstream;
  let modelled: Newsroom;
  let author: Person;
  beforeAll(async () => {
    room = await openNewsroom('sqlite');
    writer = await room.signIn('writer@generate.example');
    upstream = await startModelUpstream();
    const env = { GROQ_API_KEY: 'gsk_x', GROQ_BASE_URL: upstream.url };
    modelled = await openNewsroom('postgres', { env, providers: [groq] });
    author = await modelled.signIn('author@generate.example');
  });
  afterAll(async () => {
    await Promise.all([room.stop(), modelled.stop()]);
    upstream.close();
  });

  const generate = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    room.ask('POST', PATH, { key: writer.token, body, headers });

  it.each(['ja', 'zh', 'en'] as const)(
    'writes what the form says in %s, and shows what is missing',
    async (language) => {
      const made = await generate(FORMS[language]);
      expect(made).toMatchObject({
        status: 201,
        body: {
          title: TITLES[language],
          language,
          source_type: 'generated',
          status: 'draft',
          version: 1,
          ai_engine: 'farebox-1',
          nq_source: 'rules',
          generation: { engine: 'rules', model: null, degraded_reason: 'no_llm_configured', unverified: [] },
        },
      });
      const { body, generation, nq_score } = made.body;
      for (const feature of FORMS[language].features) expect(body).toContain(feature);
      expect(memberOf(generation, 'placeholders')).toEqual(
        expect.arrayContaining(['price', 'launch_date', 'quote', 'contact']),
      );
      expect(generation).not.toHaveProperty('changes');
      expect(memberOf(memberOf(generation, 'nq'), 'nq_score')).toBe(nq_score);
      const read = await room.ask('GET', `/api/press-release/${made.body.id}`, { key: writer.token });
      expect(read.body).toMatchObject({ title: TITLES[language], body, nq_score });
    },
  );

  it.each([
    ['ja', '月額980円（税込）'],
    ['zh', '每月98元。'],
    ['en', 'It costs 9.80 dollars a month.'],
  ] as const)('asks for no price that stands among the features, in %s', async (language, price) => {
    const { features } = FORMS[language];
    const { body, generation } = (await generate({ ...FORMS[language], features: [...features, price] })).body;
    expect(body).toContain(price);
    expect(memberOf(generation, 'placeholders')).toEqual(expect.arrayContaining(['launch_date', 'quote', 'contact']));
    expect(memberOf(generation, 'placeholders')).not.toContain('price');
    expect(memberOf(generation, 'unverified')).toEqual([]);
  });

  it('writes what it can of an empty form', async () => {
    const empty = { company_name: '', product_name: ' ', target_audience: '', features: [], ai_engine: 'mine' };
    const { status, body } = await generate(empty);
    expect([status, body.language, body.ai_engine]).toEqual([201, 'ja', 'mine']);
    expect(body.title).toBe('【要確認：名称】、「【要確認：名称】」を発表');
    expect(memberOf(body.generation, 'placeholders')).toEqual(expect.arrayContaining(['name', 'features']));
  });

  it('refuses what is no form, as FastAPI does, and what is too long', async () => {
    expect((await generate({ company_name: 1, product_name: 'x', features: 'y' })).text).toBe(
      '{"detail":[{"type":"string_type","loc":["body","company_name"],"msg":"Input should be a valid string","input":1},' +
        '{"type":"missing","loc":["body","target_audience"],"msg":"Field required","input":{"company_name":1,"product_name":"x","features":"y"}},' +
        '{"type":"list_type","loc":["body","features"],"msg":"Input should be a valid list","input":"y"}]}',
    );
    const long = await generate({ ...FORMS.en, features: ['x'.repeat(50_000)] });
    expect(long).toMatchObject({
      status: 413,
      body: { detail: 'A form can have at most 100 features and 50000 characters.' },
    });
    expect((await room.ask('POST', PATH, { body: '{' })).status).toBe(401);
  });

  it('writes once under an idempotency key', async () => {
    const headers = { 'idempotency-key': 'form-1' };
    const first = await generate(FORMS.en, headers);
    const again = await generate(FORMS.en, headers);
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    expect(await generate(FORMS.ja, headers)).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  });

  it('takes a model’s words, but not its facts', async () => {
    const generateWithModel = (body: object): Promise<Answer> =>
      modelled.ask('POST', PATH, { key: author.token, body });
    upstream.say(({ system }) =>
      system.startsWith('You judge')
        ? { level: 'keep', quote: '自治体向け' }
        : {
            title: '株式会社サンプル、自治体向け議事録サービス「キロクン」を提供開始',
            subtitle: null,
            body: [
              '株式会社サンプルは、自治体向けの議事録サービス「キロクン」の提供を【要確認：開始日】に開始します。会議の録音から下書きを作成し、職員の作業を減らします。',
              '録音に含まれる方言にも対応します。料金は【要確認：価格】です。',
              'すでに320の自治体が導入し、代表の山田太郎は「革命だ」と述べています。',
              '【会社概要】\n株式会社サンプル\n【要確認：会社概要】',
              '【お問い合わせ先】\n【要確認：問い合わせ先】',
            ].join('\n\n'),
          },
    );
    const made = await generateWithModel(FORMS.ja);
    expect(made).toMatchObject({
      status: 201,
      body: { nq_source: 'rules+llm', generation: { engine: 'rules+llm', degraded_reason: null } },
    });
    const { body, generation } = made.body;
    expect(body).not.toMatch(/320|山田太郎|革命だ/);
    const unverified = listOf(memberOf(generation, 'unverified')).map(({ text }) => text);
    expect(unverified.join()).toMatch(/320/);
    expect(unverified.join()).toMatch(/山田太郎/);
    expect(body).toMatch(/【要確認：(数値|氏名|発言)】/);
    upstream.say(() => 'Here you are.');
    const prose = await generateWithModel({ ...FORMS.ja, company_name: '株式会社テスト' });
    expect(prose).toMatchObject({
      status: 201,
      body: { nq_source: 'rules', generation: { engine: 'rules', degraded_reason: 'llm_invalid_output' } },
    });
  });
});
