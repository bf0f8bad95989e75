/** Made-up articles of the last hours, in the language of their country, for the twins of all sources of news. */

export interface Headline {
  title: string;
  description: string;
  url: string;
  source: string;
  host: string;
  /** ISO 8601 UTC. */
  publishedAt: string;
  category: string;
}

interface HeadlineRequest {
  country?: string | null | undefined;
  category?: string | null | undefined;
  language?: string | null | undefined;
  /** Put into each title, so that a search finds what it looks for. */
  query?: string | null | undefined;
  count: number;
  nowMs: number;
}

const HOUR_MS = 3_600_000;

type Language = 'en' | 'ja' | 'zh';

const papers: Readonly<Record<Language, readonly (readonly [string, string])[]>> = {
  en: [
    ['Sandbox Times', 'times.example.com'],
    ['The Daily Fixture', 'fixture.example.org'],
    ['Loopback Post', 'post.example.net'],
  ],
  ja: [
    ['サンドボックス新聞', 'shimbun.example.jp'],
    ['ループバック通信', 'tsushin.example.jp'],
  ],
  zh: [
    ['沙盒日报', 'ribao.example.cn'],
    ['回环新闻', 'xinwen.example.tw'],
  ],
};

const titles: Readonly<Record<Language, readonly (readonly [string, string])[]>> = {
  en: [
    ['business', 'Markets close higher after a quiet week'],
    ['technology', 'Open protocols win over more toolmakers'],
    ['sports', 'Home side wins the cup in extra time'],
    ['health', 'Short walks help the heart, a long study finds'],
    ['science', 'Telescope sees a galaxy older than expected'],
    ['entertainment', 'Small film takes the first prize of the festival'],
    ['general', 'City opens a new park along the river'],
  ],
  ja: [
    ['business', '株価は小幅に上昇して週末の取引を終えた'],
    ['technology', '新しい通信規格に対応した製品が相次いで登場'],
    ['sports', '延長戦の末に地元チームが優勝'],
    ['health', '一日二十分の散歩が心臓の健康に役立つとの研究'],
    ['science', '探査機が小惑星の試料を持ち帰る'],
    ['entertainment', '映画祭の最優秀賞に若手監督の作品'],
    ['general', '川沿いに新しい公園が完成し市民でにぎわう'],
  ],
  zh: [
    ['business', '股市小幅上涨结束一周交易'],
    ['technology', '新一代通信标准的产品陆续上市'],
    ['sports', '主队在加时赛中夺得冠军'],
    ['health', '研究发现每天散步有益心脏健康'],
    ['science', '望远镜观测到更古老的星系'],
    ['entertainment', '年轻导演的作品获得电影节大奖'],
    ['general', '沿河新公园今日开放'],
  ],
};

const languageByCode: Readonly<Record<string, Language>> = {
  jp: 'ja',
  ja: 'ja',
  cn: 'zh',
  tw: 'zh',
  hk: 'zh',
  zh: 'zh',
};

export function listHeadlines({ country, category, language, query, count, nowMs }: HeadlineRequest): Headline[] {
  const newestMs = nowMs - (nowMs % HOUR_MS);
  const month = new Date(newestMs).toISOString().slice(0, 7).replace('-', '/');
  const tongue =
    languageByCode[language ?? ''] ??
    (language ? 'en' : (languageByCode[country ?? ''] ?? detectLanguage(query ?? '')));
  const fitting = titles[tongue].filter(([kind]) => !category || category === 'general' || kind === category);
  return Array.from({ length: fitting.length === 0 ? 0 : Math.min(count, 60) }, (_, rank) => {
    const [kind, headline] = fitting[rank % fitting.length] ?? ['general', 'News'];
    const [source, host] = papers[tongue][rank % papers[tongue].length] ?? ['Sandbox', 'news.example.com'];
    const round = rank < fitting.length ? '' : ` (${Math.floor(rank / fitting.length) + 1})`;
    return {
      title: `${query ? `${query}: ` : ''}${headline}${round}`,
      description: `${headline}. (Sandbox)`,
      url: `https://${host}/${month}/${kind}-${rank + 1}`,
      source,
      host,
      publishedAt: new Date(newestMs - rank * HOUR_MS).toISOString().replace('.000', ''),
      category: kind,
    };
  });
}

function detectLanguage(text: string): Language {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)) return 'ja';
  return /\p{sc=Han}/u.test(text) ? 'zh' : 'en';
}
