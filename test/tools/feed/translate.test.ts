import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import groq from '../../../src/providers/groq.ts';
import { dailyEngines } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { type ModelQuestion, type ModelUpstream, type Said, startModelUpstream } from '../../harness/model-upstream.ts';
import { listOf, memberOf, type Person } from '../auth/newsroom.ts';
import { type FeedWorld, openFeedWorld } from './world.ts';

const PATH = '/api/translate-article';
const ANSWER = '料金は月額30,000円です。';
const story = {
  title: '株式会社サンプル、「キロクン」を開始',
  body: `株式会社サンプルは2026年12月1日、議事録サービス「キロクン」の提供を開始します。${ANSWER}\n\n詳しくは https://sample.co.jp/kiro をご覧ください。`,
  findings: {
    summary: null,
    categories: ['it'],
    tags: [],
    faq: [{ question: '「キロクン」の料金は？', answer: ANSWER }],
    facts: [],
    nqScore: null,
    engine: 'rules' as const,
  },
};
const glossary = { 株式会社サンプル: 'Sample Inc.', キロクン: 'Kirokun' };

const SHORT = ['[[AA]] launches “[[AB]]”', 'How much is “[[AB]]”?', 'It costs 30,000 yen a month.'];
const BODY =
  'On December 1, 2026, [[AA]] will launch its minutes service “[[AB]]”. It costs 30,000 yen a month.\n\nLearn more at https://sample.co.jp/kiro today.';

/** A good translator into English; `change` spoils what it says of the body. */
const speak =
  (change: (body: string) => string = (body) => body) =>
  ({ data: { text } }: ModelQuestion): Said => {
    const translation = String(text).includes('ご覧ください') ? change(BODY) : SHORT.join('\n');
    return { translation, source_lang: 'ja' };
  };

describe.each(dailyEngines(import.meta.url))('translations on %s', (engine) => {
  let upstream: ModelUpstream;
  let world: FeedWorld;
  let other: Person;
  let id: number;
  beforeAll(async () => {
    upstream = await startModelUpstream();
    const env = { GROQ_API_KEY: 'gsk_x', GROQ_BASE_URL: upstream.url };
    world = await openFeedWorld(engine, [story, { ...story, isPrivate: true }], { env, providers: [groq] });
    other = await world.signIn('other@elsewhere.example');
    id = world.told[0]?.articleId ?? 0;
  });
  afterAll(async () => {
    await world.stop();
    upstream.close();
  });

  const translate = (body: object, person: Person = world.writer): Promise<Answer> =>
    world.ask('POST', PATH, { key: person.token, body: { article_id: id, ...body } });
  const read = (article = id, person: Person = world.writer): Promise<Answer> =>
    world.ask('GET', `/api/article-translations/${article}`, { key: person.token });

  it('keep nothing that loses or adds facts, or is in another language', async () => {
    const bad: [(body: string) => string, RegExp][] = [
      [(body) => body.replace('30,000', '3,000'), /Numbers or dates/],
      [(body) => body.replace('December 1', 'December 2'), /Numbers or dates/],
      [(body) => body.replace('sample.co.jp', 'sample.com'), /Addresses/],
      [() => story.body, /wrong language/],
      [(body) => body.repeat(9), /length/],
    ];
    for (const [change, fault] of bad) {
      upstream.say(speak(change));
      const { status, body } = await translate({ languages: ['en'], glossary });
      expect({ status, results: body.results }).toEqual({ status: 200, results: { en: 'failed' } });
      expect(memberOf(body.errors, 'en')).toMatch(fault);
    }
    upstream.say(() => 500);
    expect((await translate({ languages: ['en'] })).body).toMatchObject({
      errors: { en: 'The translator has failed' },
    });
    expect((await read()).body).toMatchObject({ missing: ['en', 'zh'], translations: { en: null } });
  });

  it('keep names as the company wants them, and appear in the feed', async () => {
    upstream.say(speak());
    const { status, body } = await translate({ languages: ['en', 'ja'] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ results: { en: 'done', ja: 'skipped' }, errors: {}, engine: 'groq' });
    const english = memberOf(body.translations, 'en');
    expect(english).toMatchObject({
      title: 'Sample Inc. launches “Kirokun”',
      body: expect.stringContaining('Sample Inc. will launch its minutes service “Kirokun”'),
      faq: [{ question: 'How much is “Kirokun”?', answer: 'It costs 30,000 yen a month.' }],
      status: 'done',
      engine: 'groq',
      stale: false,
      checks: { numbers_preserved: true, urls_preserved: true, terms_lost: [], language_ok: true },
    });
    expect(upstream.asked.every(({ data }) => !String(data.text).includes('キロクン'))).toBe(true);
    const shown = await world.ask('GET', `/v1/articles/${id}?lang=en`);
    expect(shown).toMatchObject({ headers: { 'content-language': 'en' } });
    expect(shown.body).toMatchObject({ lang: 'en', translated: true, available_langs: ['ja', 'en'] });
    expect(shown.body.body).toBe(memberOf(english, 'body'));
    const [listed] = listOf((await world.ask('GET', '/v1/articles?lang=en')).body.items);
    expect(listed).toMatchObject({ title: 'Sample Inc. launches “Kirokun”' });
    expect((await read()).body).toMatchObject({
      article_id: id,
      original_language: 'ja',
      languages: ['ja', 'en', 'zh'],
      missing: ['zh'],
      translations: { ja: { status: 'original', title: story.title }, zh: null },
      faq: { ja: story.findings.faq },
    });
    upstream.say(() => 500);
    expect((await translate({ languages: ['en'] })).body).toMatchObject({ results: { en: 'skipped' }, engine: null });
    expect(upstream.asked).toEqual([]);
    expect((await translate({ languages: ['en'], force: true })).body).toMatchObject({ results: { en: 'failed' } });
    expect(memberOf((await read()).body.translations, 'en')).toEqual(english);
  });

  it('are of the company alone until they are public, and nobody else says how', async () => {
    const hidden = world.told[1]?.articleId ?? 0;
    const missing = await read(hidden + 1_000, other);
    expect(missing).toMatchObject({ status: 404, body: { detail: 'Article not found' } });
    expect((await read(hidden, other)).text).toBe(missing.text);
    const refused = await world.ask('POST', PATH, { key: other.token, body: { article_id: hidden } });
    expect(refused).toMatchObject({ status: 404, text: missing.text });
    expect((await read(id, other)).status).toBe(200);
    for (const how of [{ force: true }, { glossary }])
      expect(await translate(how, other)).toMatchObject({ status: 403, body: { code: 'company_mismatch' } });
    expect(await translate({ languages: ['fr'] })).toMatchObject({ status: 400 });
    expect(await translate({ glossary: { 'two\nlines': 'x' } })).toMatchObject({ status: 400 });
    expect(await translate({ languages: 'en' })).toMatchObject({ status: 422 });
  });

  it('leave the feed when the original says something else', async () => {
    const release = world.told[0]?.releaseId;
    const body = { body: story.body.replace('30,000', '40,000') };
    await world.ask('PUT', `/api/press-release/${release}`, { key: world.writer.token, body });
    expect((await world.ask('GET', `/v1/articles/${id}?lang=en`)).body).toMatchObject({ lang: 'ja', faq: [] });
    expect((await read()).body).toMatchObject({ missing: ['en', 'zh'], translations: { en: { stale: true } } });
  });
});

describe('without a translator', () => {
  it('says what to set up, but for what is there already', async () => {
    const world = await openFeedWorld('sqlite', [story]);
    try {
      const ask = (languages: string[]): Promise<Answer> =>
        world.ask('POST', PATH, { key: world.writer.token, body: { article_id: world.told[0]?.articleId, languages } });
      expect(await ask(['en'])).toMatchObject({
        status: 503,
        body: {
          detail: 'No translation provider is configured',
          code: 'no_provider',
          variables: ['DEEPL_API_KEY', 'GROQ_API_KEY'],
        },
      });
      expect(await ask(['ja'])).toMatchObject({ status: 200, body: { results: { ja: 'skipped' }, engine: null } });
    } finally {
      await world.stop();
    }
  });
});
