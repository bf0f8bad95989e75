/** Campaign rules without a database: states, texts and problems of emails. */
import { describe, expect, it } from 'vitest';
import { chooseLines } from '../../../../src/newsroom/analysis/extraction/strongest-lines.ts';
import {
  CAMPAIGN_STATUSES,
  type CampaignStatus,
  type CampaignTrigger,
  decideDue,
  findNextStatus,
  moveCampaign,
} from '../../../../src/newsroom/common/campaign-states.ts';
import { findMissing, lintCampaign } from '../../../../src/newsroom/mailing/campaigns/checks/checks.ts';
import {
  type LintedMail,
  lintErrors,
  lintMail,
  listLinks,
} from '../../../../src/newsroom/mailing/campaigns/checks/lint.ts';
import { forecastMails } from '../../../../src/newsroom/mailing/campaigns/forecast-reads.ts';
import {
  createComposer,
  findReleaseStart,
  type News,
} from '../../../../src/newsroom/mailing/campaigns/texts/compose.ts';
import { computeRates } from '../../../../src/newsroom/mailing/campaigns/tracking.ts';
import { cleanHtml } from '../../../../src/newsroom/mailing/queue/html/clean-html.ts';
import { createComparison, writeOccasion } from '../../../../src/newsroom/media/recommend/common-ground.ts';
import type { Language } from '../../../../src/text/language.ts';

describe('the states of a campaign', () => {
  const rows: [CampaignTrigger, Partial<Record<CampaignStatus, CampaignStatus>>][] = [
    ['send', { draft: 'queued', scheduled: 'queued', missed: 'queued' }],
    ['schedule', { draft: 'scheduled', scheduled: 'scheduled', missed: 'scheduled' }],
    ['due', { scheduled: 'queued' }],
    ['miss', { scheduled: 'missed' }],
    ['claim', { queued: 'sending', sending: 'sending' }],
    ['hold', { queued: 'queued', sending: 'queued', sent: 'queued', failed: 'queued' }],
    ['pause', { queued: 'paused', sending: 'paused', scheduled: 'paused' }],
    ['resume', { paused: 'queued' }],
    [
      'cancel',
      { scheduled: 'cancelled', queued: 'cancelled', sending: 'cancelled', paused: 'cancelled', missed: 'cancelled' },
    ],
    ['finish', { queued: 'sent', sending: 'sent', sent: 'sent', failed: 'sent' }],
    ['resend', { sent: 'queued', failed: 'queued' }],
  ];
  it.each(rows)('%s leads where the table says, and nowhere else', (trigger, moves) => {
    for (const status of CAMPAIGN_STATUSES) {
      const next = moves[status] ?? null;
      expect(findNextStatus(status, trigger), `${status} ${trigger}`).toBe(next);
      if (next === null) {
        const refusal = expect.objectContaining({
          code: 'CONFLICT',
          facts: expect.objectContaining({ details: { status } }),
        });
        expect(() => moveCampaign(status, trigger)).toThrow(refusal);
      }
    }
  });

  it('waits for its time, and misses it when it comes too late', () => {
    const schedule = { sendAt: 1_000_000, maxLatenessMinutes: 2 };
    expect([999_999, 1_000_000, 1_120_000, 1_120_001].map((now) => decideDue(schedule, now))).toEqual([
      'wait',
      'due',
      'due',
      'miss',
    ]);
  });
});

const releases: Record<Language, News> = {
  ja: {
    release: {
      title: '提灯づくりの公開工房を北浜に開設',
      subtitle: null,
      body: '株式会社スタジオアダは公開工房を開設しました。\n\n120席を無料で開放します。',
      contactInfo: 'press@studio.jp',
      language: 'ja',
    },
    company: '株式会社スタジオアダ',
    lines: ['株式会社スタジオアダは公開工房を開設しました。', '120席を無料で開放します。'],
    url: null,
    embargo: '2026年12月1日 10:00',
  },
  zh: {
    release: {
      title: '公司发布新产品',
      subtitle: '副标题',
      body: '公司今天发布了新产品。',
      contactInfo: null,
      language: 'zh',
    },
    company: '示例公司',
    lines: ['公司今天发布了新产品。'],
    url: 'https://news.example/1',
    embargo: null,
  },
  en: {
    release: {
      title: 'Studio opens\r\nBcc: x',
      subtitle: null,
      body: 'Studio opened.',
      contactInfo: null,
      language: 'en',
    },
    company: 'Studio',
    lines: [],
    url: null,
    embargo: null,
  },
};

describe('the text of a mail', () => {
  it('greets the outlet, says why and what, and has the whole release', () => {
    const { subject, body } = createComposer(releases.ja)({
      name: '北浜新聞',
      isPerson: false,
      occasion: '理由です。',
    });
    expect(subject).toBe('【リリース】提灯づくりの公開工房を北浜に開設');
    const parts = [
      '北浜新聞 ご担当者様',
      '理由です。',
      '・株式会社スタジオアダは公開工房を開設しました。',
      '・120席を無料で開放します。',
      '報道解禁日時：2026年12月1日 10:00',
      'リリースの全文は以下のとおりです。',
      '提灯づくりの公開工房を北浜に開設\n',
      '■お問い合わせ先\npress@studio.jp',
    ];
    const places = parts.map((part) => body.indexOf(part));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places).not.toContain(-1);
    expect(body.slice(findReleaseStart(body))).toContain('120席を無料で開放します。');
    expect(lintErrors({ to: 'a@b.jp', subject, body, bodyHtml: null, language: 'ja' })).toEqual([]);
  });

  it('is in the language of the release, and keeps to its lines', () => {
    const zh = createComposer(releases.zh)({ name: '李记者', isPerson: true, occasion: null });
    expect(zh.subject).toBe('【新闻稿】公司发布新产品');
    expect(zh.body).toMatch(
      /^尊敬的李记者：\n\n您好！我们是示例公司[^\n]*\n\n• 公司今天发布了新产品。\n\n详情：https:\/\/news\.example\/1\n\n/,
    );
    const en = createComposer(releases.en)({ name: 'The\nTimes', isPerson: false, occasion: null });
    expect(en.subject).toBe('Press release: Studio opens Bcc: x');
    expect(en.body).toMatch(
      /^Dear editors of The Times,\n\nHere is a press release from Studio\.\n\nThe full press release follows\./,
    );
  });

  it('takes the announcement, the strongest figure and the reason, each once', () => {
    const numbers = [
      { context: 'We open.', unit: null },
      { context: 'It has 120 seats.', unit: 'seats' },
    ];
    const what = ['Kiro', 'We open.'];
    const body =
      'We open. It has 120 seats. Work took 42% less time in the trial that we ran. Because.\n\nCapital: 3,000 yen';
    const text = { body, language: 'en' } as const;
    expect(chooseLines({ what, numbers, why: ['We open.', 'Because.'] }, text)).toEqual([
      'We open.',
      'It has 120 seats.',
      'Because.',
    ]);
    const more = [...numbers, { context: 'took 42% less', unit: '%' }, { context: 'Capital: 3,000 yen', unit: 'JPY' }];
    expect(chooseLines({ what, numbers: more, why: [] }, text)).toEqual([
      'We open.',
      'Work took 42% less time in the trial that we ran.',
      'It has 120 seats.',
    ]);
    expect(chooseLines({ what: [], numbers: [], why: [] }, text)).toEqual([]);
  });

  it.each([
    [{ recentTitles: ['提灯の歴史'] }, '貴媒体の記事「提灯の歴史」に関連する話題として、ご案内いたします。'],
    [{ topics: ['工藝'] }, '貴媒体が取り上げておられる「工藝」に関連する話題として、ご案内いたします。'],
    [{ topics: ['経済', '工芸'] }, '貴媒体が取り上げておられる「工芸」に関連する話題として、ご案内いたします。'],
    [{ prefecture: '大阪府' }, '大阪府に関わる話題として、ご案内いたします。'],
    [{ industries: ['local'] }, '地域の話題として、ご案内いたします。'],
    [{ recentTitles: ['野球'], topics: ['AI'], prefecture: '東京都', industries: ['it'] }, null],
    [{}, null],
  ])('says why with %j what both have in common: %s', (profile, sentence) => {
    const news = {
      language: 'ja',
      title: '大阪で',
      body: '工芸の提灯',
      terms: ['提灯'],
      categories: ['local'],
    } as const;
    const compare = createComparison({ ...news, prefectures: [] });
    const [first] = compare({ recentTitles: [], topics: [], prefecture: null, industries: [], ...profile });
    expect(first ? writeOccasion('ja', first) : null).toBe(sentence);
  });
});

describe('what is wrong with a mail', () => {
  const good: LintedMail = {
    to: 'desk@paper.jp',
    subject: '【リリース】スタジオアダが工房を開設',
    body: 'ご案内します。',
    bodyHtml: null,
    language: 'ja',
  };
  const known = {
    company: 'スタジオアダ',
    baseUrl: 'https://news.example',
    hasConsentBasis: true,
    isRecentlyContacted: false,
    fit: 0.8,
  };
  const lint = (mail: Partial<LintedMail>, facts = {}): string[] =>
    lintMail({ ...good, ...mail }, { ...known, ...facts }).map(({ code }) => code);

  it.each<[string, Parameters<typeof lint>[0], object, string[]]>([
    ['nothing', {}, {}, []],
    ['a placeholder', { body: '価格は【要確認：価格】です' }, {}, ['placeholder_left']],
    ['a placeholder in HTML', { bodyHtml: '<p>{{name}} 様</p>' }, {}, ['placeholder_left']],
    ['a mark for a name', { body: '○○様' }, {}, ['placeholder_left']],
    ['no subject', { subject: ' ' }, {}, ['empty_subject']],
    ['a purpose and no subject', { subject: '【リリース】 ' }, {}, ['empty_subject']],
    ['no text', { body: '\n' }, {}, ['empty_body']],
    ['two addresses', { to: 'a@b.jp, c@d.jp' }, {}, ['invalid_address']],
    ['an address that few servers take', { to: '編集@paper.jp' }, {}, ['non_ascii_local_part']],
    ['a header of its own', { subject: `${good.subject}\r\nBcc: x@y.jp` }, {}, ['control_character']],
    ['a control character in the text', { body: 'a\u0007' }, {}, ['control_character']],
    [
      'a subject for nobody',
      { subject: `【リリース】スタジオアダ${'長'.repeat(400)}` },
      {},
      ['subject_over_998_octets', 'subject_too_long'],
    ],
    ['a long subject', { subject: `【リリース】スタジオアダ${'長'.repeat(30)}` }, {}, ['subject_too_long']],
    ['no purpose', { subject: 'スタジオアダが工房を開設' }, {}, ['subject_no_purpose']],
    [
      'nothing said early',
      { subject: '【リリース】この秋もっとも楽しみなことを皆さまへ' },
      {},
      ['first_20_no_subject'],
    ],
    ['praise', { subject: '【リリース】スタジオアダの革命的な工房' }, {}, ['hype']],
    ['praise before the release', { body: '究極の工房です' }, {}, ['hype']],
    ['an emoji', { subject: '【リリース】スタジオアダ🎉' }, {}, ['emoji_in_subject']],
    ['a long opening', { body: 'あ'.repeat(601) }, {}, ['body_too_long']],
    [
      'a long opening in English',
      { body: 'word '.repeat(251), subject: 'Press release: スタジオアダ', language: 'en' },
      {},
      ['body_too_long'],
    ],
    ['a link nobody may follow', { body: 'http://user:pw@paper.jp/ と https://ok.jp/' }, {}, ['link_not_allowed']],
    ['no basis', {}, { hasConsentBasis: false }, ['no_consent_basis']],
    ['a reader who has had mail', {}, { isRecentlyContacted: true }, ['recently_contacted']],
    ['an outlet for other things', {}, { fit: 0.29 }, ['low_fit']],
  ])('finds %s', (_name, mail, facts, codes) => {
    expect(lint(mail, facts)).toEqual(codes);
  });

  it('lists the links of both parts once', () => {
    const html = '<p><a href="https://a.jp/x?y=1&amp;z=2">a</a> <a href="mailto:a@b.jp">b</a></p>';
    expect(listLinks('https://a.jp/x?y=1&z=2。', html, known.baseUrl)).toEqual([
      { url: 'https://a.jp/x?y=1&z=2', isAllowed: true },
    ]);
  });

  it('cleans HTML down to what mails are made of', () => {
    const html =
      '<p onclick="x()">a<script>b</script><a href="javascript:c()" style="d">e</a><img src="data:f" alt="g"></p>';
    expect(cleanHtml(html)).toBe('<p>a<a>e</a><img alt="g" /></p>');
    expect(cleanHtml('<table><tr><td colspan="2">h</td></tr></table>')).toBe(
      '<table><tr><td colspan="2">h</td></tr></table>',
    );
  });
});

describe('the rates of a campaign', () => {
  const seen = { unique_human: 0, unique_unknown: 0, unique_machine: 0, anonymous: 0, total: 0 };
  it('are shares of what was delivered, people apart from machines', () => {
    const opens = { ...seen, unique_human: 6, unique_unknown: 1, unique_machine: 8, anonymous: 2, total: 31 };
    const clicks = { ...seen, unique_human: 3, unique_machine: 2, total: 8 };
    expect(computeRates({ sent: 19, hardBounces: 1, softBounces: 0 }, { opens, clicks })).toEqual({
      delivered: 18,
      open_rate: 0.3889,
      click_rate: 0.1667,
      click_through_rate: 0.4286,
      open_rate_raw: 0.8333,
    });
  });

  it('are 0 with nothing delivered', () => {
    const rates = computeRates({ sent: 1, hardBounces: 1, softBounces: 0 }, { opens: seen, clicks: seen });
    expect(Object.values(rates)).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('when mails go out', () => {
  const nowMs = Date.parse('2026-11-24T09:00:00+09:00');
  const limits = { transport: 'outbox' as const, zone: 'Asia/Tokyo', perMinute: 60, hasWarmup: false };
  const budget = {
    nowMs,
    limits,
    dailyLimit: 50,
    used: 12,
    companyToday: 50,
    companyLimit: 50,
    companyUsed: 0,
    days: 3,
  };
  const midnight = Date.parse('2026-11-25T00:00:00+09:00');
  const DAY = 86_400_000;
  it.each([
    ['nothing', {}, 0, { today: 0, days: 0, firstAt: null, lastAt: null }],
    ['what today allows', {}, 38, { today: 38, days: 1, firstAt: nowMs, lastAt: nowMs }],
    ['more than that', {}, 100, { today: 38, days: 3, firstAt: nowMs, lastAt: midnight + DAY }],
    [
      'a new company',
      { companyToday: 20, companyUsed: 5 },
      70,
      { today: 15, days: 3, firstAt: nowMs, lastAt: midnight + DAY },
    ],
    [
      'a company with less',
      { companyToday: 10, companyLimit: 10 },
      25,
      { today: 10, days: 3, firstAt: nowMs, lastAt: midnight + DAY },
    ],
    ['a day that is used up', { used: 50 }, 5, { today: 0, days: 2, firstAt: midnight, lastAt: midnight }],
    ['no day at all', { dailyLimit: 0 }, 5, { today: 0, days: 0, firstAt: null, lastAt: null }],
    [
      'a mail server’s pace',
      { limits: { ...limits, transport: 'smtp' as const } },
      3,
      { today: 3, days: 1, firstAt: nowMs, lastAt: nowMs + 2_000 },
    ],
    [
      'the first days',
      {
        dailyLimit: 500,
        companyToday: 500,
        companyLimit: 500,
        used: 0,
        days: 0,
        limits: { ...limits, transport: 'smtp' as const, hasWarmup: true },
      },
      60,
      { today: 50, days: 2, firstAt: nowMs, lastAt: midnight + 9_000 },
    ],
  ])('%s', (_name, facts, count, forecast) => {
    expect(forecastMails({ ...budget, ...facts }, count)).toEqual(forecast);
  });

  it('waits for the time of a scheduled campaign', () => {
    const at = midnight + 3_600_000;
    expect(forecastMails(budget, 60, at)).toEqual({ today: 0, days: 3, firstAt: at, lastAt: midnight + DAY });
    const smtp = { ...budget, limits: { ...limits, transport: 'smtp' as const } };
    expect(forecastMails(smtp, 3, at)).toEqual({ today: 0, days: 2, firstAt: at, lastAt: at + 2_000 });
  });
});

describe('what is to be thought of before a campaign is sent', () => {
  const sender = { name: 'Studio', address: 'pr@studio.jp', postalAddress: '大阪市', replyTo: null, isFallback: false };
  const calm = {
    sender,
    transport: 'smtp' as const,
    baseUrl: 'https://news.example',
    recipients: 50,
    hasNewerRelease: false,
    at: Date.parse('2026-11-24T09:00:00+09:00'),
    timeZone: 'Asia/Tokyo',
  };
  it.each([
    [{}, []],
    [{ recipients: 51 }, ['many_recipients']],
    [{ at: Date.parse('2026-11-24T18:00:00+09:00') }, ['outside_business_hours']],
    [{ at: Date.parse('2026-11-22T12:00:00+09:00') }, ['outside_business_hours']],
    [{ sender: { ...sender, postalAddress: ' ' } }, ['missing_postal_address']],
    [{ baseUrl: 'http://news.example' }, ['unsubscribe_missing']],
    [{ sender: { ...sender, isFallback: true } }, ['sender_domain_unverified']],
    [{ hasNewerRelease: true }, ['release_changed']],
  ])('%j: %j', (situation, codes) => {
    expect(lintCampaign({ ...calm, ...situation }).map(({ code }) => code)).toEqual(codes);
  });

  it('holds back mail that the law would not allow', () => {
    expect(findMissing(calm)).toEqual([]);
    const bare = { sender: { ...sender, postalAddress: null }, baseUrl: 'http://news.example' };
    expect(findMissing(bare)).toEqual(['sender_incomplete', 'unsubscribe_missing']);
    expect(findMissing({ ...calm, baseUrl: 'http://127.0.0.1:3000' })).toEqual([]);
  });
});
