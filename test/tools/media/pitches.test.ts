/** Letters and rewrites for media: what stands in them, what they say of it, and what is only noted. */
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findClaims } from '../../../src/newsroom/analysis/facts-check/claims.ts';
import { suppressAddress } from '../../../src/newsroom/mailing/suppression-writes.ts';
import { importPortion } from '../../../src/newsroom/media/imports/import-writes.ts';
import groq from '../../../src/providers/groq.ts';
import { foldText } from '../../../src/text/fold.ts';
import type { Language } from '../../../src/text/language.ts';
import { type ModelUpstream, startModelUpstream } from '../../harness/model-upstream.ts';
import { listOf, memberOf } from '../auth/newsroom.ts';
import { type MediaWorld, openMediaWorld } from './world.ts';

const RELEASES = {
  ja: {
    title: 'サンプルワークス、議会の議事録を自動でまとめる「キロク」を提供開始',
    body: 'サンプルワークス株式会社は2026年12月1日、自治体の議事録を録音からまとめるサービス「キロク」の提供を始めます。\n\n試験導入した12の自治体では、作業の時間が平均で42%減りました。\n\n東京都港区の窓口では、住民サービスの向上のために記録を公開しています。代表の架空花子は「会議に集中できます」と話しています。\n\nお問い合わせ：press@sample-works.co.jp',
  },
  en: {
    title: 'Sample Works launches Minute, which drafts minutes for city councils',
    body: 'Sample Works launches Minute on December 1, 2026. It drafts the minutes of city councils from a recording.\n\nIn a trial with 12 councils the work took 42% less time. "We listen again," said Jane Doe, clerk of Springfield.\n\nThe software is open source, because local government should be able to read what it runs.\n\nContact: press@sample-works.example',
  },
  zh: {
    title: '样本工坊推出会议纪要软件“记录君”',
    body: '样本工坊将于2026年12月1日推出会议纪要软件“记录君”，根据录音自动生成初稿。\n\n在12家中小企业试用期间，整理时间平均缩短了42%。\n\n软件由上海的团队开发，为了让创业公司专注于讨论。负责人虚小明表示：“大家可以专心开会了。”\n\n联系方式：press@sample-works.example',
  },
} satisfies Record<Language, { title: string; body: string }>;

const ODDLY_NAMED = [
  { name: "Robin O'Connor", type: 'freelance' },
  { name: '48 Hours “Late” News', type: 'tv', prefecture: 'Tokyo' },
  { name: '田中（記者）', type: 'freelance', contact_name: '田中 花' },
] as const;

const CLOCK = { nowMs: Date.UTC(2026, 10, 23), timeZone: 'Asia/Tokyo' };
const claimsOf = (text: string, language: Language): string[] =>
  findClaims(foldText(text).plain, language, CLOCK).map(({ kind, text: said }) => `${kind} ${said}`);

let world: MediaWorld;
const articles: Record<string, number> = {};
beforeAll(async () => {
  world = await openMediaWorld('sqlite', {
    seed: async (ledger) => {
      const norm = 'desk@foodloss-journal.example';
      await ledger.database.write(importPortion, ODDLY_NAMED);
      await ledger.database.write(suppressAddress, { companyId: null, norm, reason: 'hard_bounce', mailId: null });
    },
  });
  for (const [language, text] of Object.entries(RELEASES)) {
    const { body } = await world.post('/api/press-release', { company_id: world.admin.companyId, ...text });
    articles[language] = Number(body.article_id);
  }
});
afterAll(() => world.stop());

describe('POST /api/media/generate-pitch', () => {
  it.each([
    ['ja', '自治体デジタル通信', 'recent_article', '議会の議事録、音声認識で短縮'],
    ['ja', '見本新聞', null, null],
    ['en', 'Civic Code', 'recent_article', 'Councils put their minutes online'],
    ['zh', '示例科技日报', 'recent_article', '会议纪要软件走进中小企业'],
  ] as const)('writes in %s to %s by what both have in common', async (language, name, field, value) => {
    const media_ids = [world.idOf(name)];
    const { body, status } = await world.post('/api/media/generate-pitch', {
      article_id: articles[language],
      media_ids,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ engine: 'rules', degraded_reason: 'no_llm_configured', total: 1, requested: 1 });
    const [pitch] = listOf(body.items);
    expect(pitch).toMatchObject({ media_name: name, status: 'ok', language, unverified: [], fallback_reason: null });
    const text = String(pitch?.body);
    expect(text).toContain(name);
    expect(text).toContain('42%');
    expect(text).toMatch(/press@sample-works/);
    const used = listOf(pitch?.personalization).filter((one) => one.used && one.field !== 'name');
    if (field === null) expect(used.every((one) => one.field !== 'recent_article')).toBe(true);
    else {
      expect(used).toEqual([{ field, value, used: true }]);
      expect(text).toContain(value);
    }
    expect(pitch?.char_count).toBe([...text].length);
    expect(language === 'en' ? text.split(/\s+/).length : [...text].length).toBeLessThanOrEqual(
      language === 'en' ? 200 : 500,
    );
    const { title, body: source } = RELEASES[language];
    const known = new Set(claimsOf(`${title}\n${source}`, language));
    const numbers = claimsOf(text, language).filter((claim) => /^(?:number|date|url|email)/.test(claim));
    expect(numbers.filter((claim) => !known.has(claim))).toEqual([]);
  });

  it('greets whoever it is, by a name that stands for nothing else', async () => {
    const ids = ODDLY_NAMED.map(({ name }) => world.idOf(name));
    const greet = async (language: Language): Promise<string[]> => {
      const request = { article_id: articles[language], media_ids: ids };
      const { body } = await world.post('/api/media/generate-pitch', request);
      return listOf(body.items).map((item) => {
        expect(item).toMatchObject({ unverified: [] });
        return String(item.body).split('\n\n').slice(0, 2).join('|');
      });
    };
    expect(await greet('en')).toEqual([
      "Dear Robin O'Connor,|We would like to share this news with you.",
      'Dear editors of 48 Hours “Late” News,|We would like to share this news with you.',
      'Dear 田中 花,|We would like to share this news with you.',
    ]);
    expect(await greet('ja')).toEqual([
      "Robin O'Connor 様|次のとおり、お知らせいたします。",
      '48 Hours “Late” News ご担当者様|東京都に関わる話題として、ご案内いたします。',
      '田中 花 様|次のとおり、お知らせいたします。',
    ]);
    expect(await greet('zh')).toEqual([
      "尊敬的Robin O'Connor：|您好！现将以下消息发送给您，供您参考。",
      '尊敬的48 Hours “Late” News编辑：|您好！现将以下消息发送给您，供您参考。',
      '尊敬的田中 花：|您好！现将以下消息发送给您，供您参考。',
    ]);
  });

  it('falls back where nothing is known, serves repeated media once, and names what is missing', async () => {
    const [bare, known] = [world.idOf('健康ひなた'), world.idOf('自治体デジタル通信')];
    const media_ids = [bare, known, bare, 2_000_000_001];
    const { body } = await world.post('/api/media/generate-pitch', { article_id: articles.ja, media_ids });
    expect(body).toMatchObject({ requested: 4, duplicates_removed: 1, missing_media_ids: [2_000_000_001], total: 2 });
    expect(listOf(body.items).map(({ media_id, status }) => [media_id, status])).toEqual([
      [bare, 'fallback'],
      [known, 'ok'],
    ]);
    expect(listOf(body.items)[0]).toMatchObject({ fallback_reason: 'empty_profile', lint: expect.any(Array) });
    const none = await world.post('/api/media/generate-pitch', { article_id: articles.ja, media_ids: [] });
    expect(none.body).toMatchObject({ items: [], total: 0 });
    expect((await world.post('/api/media/generate-pitch', { article_id: 2_000_000_001, media_ids: [] })).status).toBe(
      404,
    );
  });

  it('takes up to 49 media, as a batch up to 500', async () => {
    const all = Array.from({ length: 60 }, (_, at) => world.idOf('京都文化案内') - 13 + at);
    const fifty = { article_id: articles.ja, media_ids: all.slice(0, 50) };
    for (const path of ['generate-pitch', 'rewrite-article']) {
      expect(await world.post(`/api/media/${path}`, fifty)).toMatchObject({ status: 400, body: { code: 'use_batch' } });
      const { body } = await world.post(`/api/media/${path}-batch`, { ...fifty, media_ids: [...all, ...all] });
      expect(body).toMatchObject({ requested: 120, duplicates_removed: 60, total: 60 });
      const many = { ...fifty, media_ids: Array.from({ length: 501 }, (_, at) => at + 1) };
      expect(await world.post(`/api/media/${path}-batch`, many)).toMatchObject({ body: { code: 'too_many_media' } });
    }
  });

  it('shows an embargo and where to read more', async () => {
    const { body: release } = await world.post('/api/press-release', {
      company_id: world.admin.companyId,
      ...RELEASES.ja,
      contact_info: '広報部 03-0000-0000',
    });
    const path = `/api/press-release/${release.id}`;
    const key = world.admin.token;
    await world.ask('PUT', path, { key, body: { embargo_until: '2099-01-01T09:00:00+09:00' } });
    const media_ids = [world.idOf('見本新聞')];
    const { body } = await world.post('/api/media/generate-pitch', { article_id: release.article_id, media_ids });
    expect(String(listOf(body.items)[0]?.body)).toMatch(
      /報道解禁日時：2099-01-01T09:00:00\+09:00[\s\S]*広報部 03-0000-0000/,
    );
  });
});

describe('POST /api/media/rewrite-article', () => {
  it.each([
    ['ja', '架空みなと経済新聞', '港区'],
    ['en', 'Example Tech Review', 'open source'],
    ['zh', '上海示例晚报', '上海'],
  ] as const)('puts first in %s what matters to %s, and keeps every fact', async (language, name, word) => {
    const media_ids = [world.idOf(name)];
    const { body } = await world.post('/api/media/rewrite-article', { article_id: articles[language], media_ids });
    const [item] = listOf(body.items);
    expect(item).toMatchObject({ status: 'ok', facts_preserved: true, unverified: [] });
    const source = RELEASES[language];
    const paragraphs = String(item?.body).split('\n\n');
    expect([...paragraphs].sort()).toEqual(source.body.split('\n\n').sort());
    expect(paragraphs.at(-1)).toBe(source.body.split('\n\n').at(-1));
    expect(`${item?.title}\n${paragraphs[0]}`).toContain(word);
    expect(listOf(item?.changes).length).toBeGreaterThan(0);
    expect(String(item?.title).startsWith(source.title)).toBe(true);
  });

  it('is for company admins, as a batch for everybody', async () => {
    const request = { key: world.member.token, body: { article_id: articles.ja, media_ids: [world.idOf('見本新聞')] } };
    expect(await world.ask('POST', '/api/media/rewrite-article', request)).toMatchObject({
      status: 403,
      body: { code: 'admin_required' },
    });
    expect((await world.ask('POST', '/api/media/rewrite-article-batch', request)).status).toBe(200);
  });
});

describe('POST /api/media/send-pitch', () => {
  it('notes what would be sent, says who is left out, and opens no connection', async () => {
    const media_ids = [
      '見本新聞',
      '食品ロスジャーナル',
      '電池と素材',
      '例示花子（旅の書き手）',
      '田中みほん（経済記者）',
    ].map(world.idOf);
    const own = { media_id: media_ids[4], subject: '田中様へ', body: 'ご案内です。' };
    const request = { article_id: articles.ja, media_ids: [...media_ids, 2_000_000_001], pitches: [own] };
    // The server under test runs in this process: what it opens would be seen here.
    const opened = vi.spyOn(net.Socket.prototype, 'connect');
    const before = opened.mock.calls.length;
    const { body } = await world.post('/api/media/send-pitch', request, { 'idempotency-key': 'pitch-1' });
    const ours = new URL(world.url).port;
    const elsewhere = opened.mock.calls.slice(before).filter((call) => !JSON.stringify(call).includes(ours));
    opened.mockRestore();
    expect(elsewhere).toEqual([]);
    expect(body).toMatchObject({
      simulated: true,
      sent: 0,
      logged: 2,
      items: [
        { media_id: media_ids[0], status: 'logged', would_send_to: 'd***@mihon-shimbun.example' },
        { media_id: media_ids[4], would_send_to: 'w***@tanaka-mihon.example' },
      ],
      skipped: [
        { media_id: media_ids[1], reason: 'suppressed' },
        { media_id: media_ids[2], reason: 'refuses_ads' },
        { media_id: media_ids[3], reason: 'no_email' },
        { media_id: 2_000_000_001, reason: 'missing' },
      ],
    });
    const again = await world.post('/api/media/send-pitch', request, { 'idempotency-key': 'pitch-1' });
    expect(again).toMatchObject({ body, headers: { 'idempotency-replayed': 'true' } });
    expect(await world.mails('mihon-shimbun.example')).toEqual([]);
    expect((await world.post('/api/media/send-pitch', { media_ids: [] })).body).toMatchObject({ code: 'no_input' });
  });

  it('leaves faxes alone', async () => {
    expect(await world.post('/api/media/send-fax', undefined)).toMatchObject({
      status: 501,
      body: { detail: 'Fax sending is not implemented' },
    });
    expect((await world.ask('POST', '/api/media/send-fax')).status).toBe(401);
  });
});

describe('with a language model', () => {
  let upstream: ModelUpstream;
  let modelled: MediaWorld;
  beforeAll(async () => {
    upstream = await startModelUpstream();
    const env = { GROQ_API_KEY: 'gsk_x', GROQ_BASE_URL: upstream.url };
    modelled = await openMediaWorld('sqlite', { env, providers: [groq] });
  });
  afterAll(async () => {
    await modelled.stop();
    upstream.close();
  });

  it('takes its words where they hold, and the rules’ where it makes something up', async () => {
    const { body: release } = await modelled.post('/api/press-release', {
      company_id: modelled.admin.companyId,
      ...RELEASES.ja,
    });
    const request = { article_id: release.article_id, media_ids: [modelled.idOf('自治体デジタル通信')] };
    const good = '自治体デジタル通信 編集部 御中\n\n自治体の議事録をまとめるサービスについてお知らせします。';
    upstream.say(() => ({ subject: '議事録をまとめる「キロク」', body: good }));
    const { body } = await modelled.post('/api/media/generate-pitch', request);
    expect(body).toMatchObject({ engine: 'rules+llm', degraded_reason: null, items: [{ body: good }] });
    upstream.say(() => ({ subject: '累計3,000社が導入', body: `${good}\n導入は3,000社です。` }));
    const { body: made } = await modelled.post('/api/media/generate-pitch', request);
    expect(made).toMatchObject({ engine: 'rules', degraded_reason: 'llm_invalid_output' });
    expect(String(memberOf(listOf(made.items)[0], 'body'))).not.toContain('3,000');
    expect(String(memberOf(listOf(made.items)[0], 'body'))).toContain('42%');
  });
});
