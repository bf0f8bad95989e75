/** Wikipedia: some real openings in three languages, and an invented article for any other search. */
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

type Language = 'en' | 'ja' | 'zh';

const articles: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    Tokyo:
      'Tokyo, officially the Tokyo Metropolis, is the capital and most populous city of Japan. It lies at the head of Tokyo Bay on the Pacific coast of central Honshu. The Greater Tokyo Area is the most populous metropolitan area in the world. It is the seat of the Emperor and of the national government.',
    'Tokyo Tower':
      'Tokyo Tower is a communications and observation tower in Minato, Tokyo, Japan, completed in 1958. At 332.9 meters, it was the tallest tower in Japan until 2012. The structure is a lattice tower inspired by the Eiffel Tower. It is painted white and international orange to comply with air safety regulations.',
    'Mount Fuji':
      'Mount Fuji is an active stratovolcano on the Japanese island of Honshu, with a summit elevation of 3,776.24 m. It is the highest mountain in Japan. It last erupted from 1707 to 1708. Its symmetrical cone is covered in snow for about five months of the year.',
    'Ada Lovelace':
      'Augusta Ada King, Countess of Lovelace, was an English mathematician and writer. She is known for her work on the Analytical Engine of Charles Babbage. She was the first to see that the machine had applications beyond pure calculation. Her notes hold what is often called the first computer program.',
    Cat: 'The cat is a small domesticated carnivorous mammal. It is the only domesticated species of the family Felidae. Advances in archaeology and genetics have shown that the domestication of the cat occurred in the Near East around 7500 BC. It is kept as a pet and as a working cat.',
    Photosynthesis:
      'Photosynthesis is a system of biological processes by which organisms convert light energy into chemical energy. The energy is stored in organic compounds such as sugars. Most plants, algae and cyanobacteria perform photosynthesis. It produces and maintains the oxygen content of the atmosphere.',
  },
  ja: {
    東京: '東京（とうきょう）は、日本の首都である。江戸幕府が置かれていた江戸が1868年に改称された。世界最大級の都市圏人口を持つ。国会や中央省庁が集まる。',
    富士山:
      '富士山（ふじさん）は、静岡県と山梨県に跨る活火山である。標高3776.24 mで、日本最高峰の独立峰である。その優美な風貌は日本国外でも日本の象徴として広く知られている。2013年に世界文化遺産に登録された。',
    東京タワー:
      '東京タワーは、東京都港区芝公園にある総合電波塔である。1958年12月23日に竣工した。高さは333メートルである。東京の観光名所として知られる。',
    寿司: '寿司（すし）は、酢飯と主に魚介類を組み合わせた日本料理である。握り寿司や巻き寿司など多くの種類がある。世界の各地で食べられている。',
  },
  zh: {
    东京: '东京都是日本的首都，位于关东地方。它是日本的政治、经济与文化中心。东京都市圈是世界上人口最多的都市圈之一。',
    富士山: '富士山是日本的最高峰，海拔3776.24米。它横跨静冈县与山梨县。2013年，富士山列入世界文化遗产。',
    长城: '长城是中国古代的军事防御工事。现存的长城遗迹主要为始建于14世纪的明长城。1987年，长城列入世界文化遗产。',
  },
};

const inventedTexts: Readonly<Record<Language, (title: string) => string>> = {
  en: (title) =>
    `${title} is a subject of the sandbox encyclopedia. This opening was made up from the search. It stands where the real article would. A live key reads the real one.`,
  ja: (title) =>
    `${title}は、サンドボックス百科事典の項目である。この導入文は検索語から作られた。本物の記事の代わりである。本番のキーでは実際の記事が返る。`,
  zh: (title) =>
    `${title}是沙盒百科全书中的条目。这段导言由搜索词生成。它代替了真实的条目。使用正式密钥会返回真实内容。`,
};

function handle({ url }: TwinRequest): TwinReply {
  const language = readLanguage(url.hostname);
  if (url.pathname === '/w/api.php') return search(language, url.searchParams);
  const [, title] = /^\/api\/rest_v1\/page\/summary\/([^/]+)$/.exec(url.pathname) ?? [];
  if (title === undefined) return { status: 404, json: { type: 'Internal error', title: 'Not found.', method: 'get' } };
  const name = decodeURIComponent(title);
  if (name.includes(' ')) return { status: 301, headers: { location: name.replaceAll(' ', '_') }, body: '' };
  return { json: buildSummary(language, name.replaceAll('_', ' ')) };
}

function readLanguage(host: string): Language {
  const [name] = host.split('.');
  return name === 'ja' || name === 'zh' ? name : 'en';
}

function search(language: Language, query: URLSearchParams): TwinReply {
  const text = query.get('srsearch')?.trim() ?? '';
  if (query.get('action') !== 'query' || query.get('list') !== 'search' || text === '') {
    const error = { code: 'missingparam', info: 'The "srsearch" parameter must be set.', docref: 'See the API help.' };
    return { headers: { 'mediawiki-api-error': 'missingparam' }, json: { error, servedby: 'sandbox' } };
  }
  const sought = text.toLowerCase();
  const titles = Object.keys(articles[language])
    .filter((title) => sought.includes(title.toLowerCase()) || title.toLowerCase().includes(sought))
    .sort((a, b) => Math.abs(a.length - text.length) - Math.abs(b.length - text.length));
  const title = titles[0] ?? text.slice(0, 1).toUpperCase() + text.slice(1, 200);
  const hit = {
    ns: 0,
    title,
    pageid: derivePageId(title),
    size: 181_234,
    wordcount: 17_012,
    snippet: '',
    timestamp: TIME,
  };
  return {
    json: {
      batchcomplete: true,
      continue: { sroffset: 1, continue: '-||' },
      query: { searchinfo: { totalhits: 42 }, search: [hit] },
    },
  };
}

const TIME = '2026-11-18T10:02:11Z';

function buildSummary(language: Language, title: string): unknown {
  const extract = articles[language][title] ?? inventedTexts[language](title);
  const canonical = title.replaceAll(' ', '_');
  const pageAt = (host: string): string => `https://${language}.${host}/wiki/${encodeURIComponent(canonical)}`;
  return {
    type: 'standard',
    title,
    displaytitle: `<span class="mw-page-title-main">${title.replaceAll('<', '&lt;')}</span>`,
    namespace: { id: 0, text: '' },
    titles: { canonical, normalized: title, display: title },
    pageid: derivePageId(title),
    ...(articles[language][title] === undefined ? {} : { thumbnail: buildThumbnail(canonical) }),
    lang: language,
    dir: 'ltr',
    revision: '1319999999',
    timestamp: TIME,
    content_urls: { desktop: { page: pageAt('wikipedia.org') }, mobile: { page: pageAt('m.wikipedia.org') } },
    extract,
    extract_html: `<p>${extract}</p>`,
  };
}

function buildThumbnail(canonical: string): unknown {
  const name = encodeURIComponent(canonical);
  return { source: `https://upload.wikimedia.org/sandbox/320px-${name}.jpg`, width: 320, height: 240 };
}

const derivePageId = (title: string): number =>
  Array.from(title).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_999_991, 7);

export default defineTwin({
  id: 'wikipedia',
  handle,
  failures: {
    'rate-limit': () => ({ status: 429, headers: { 'retry-after': '30' }, body: 'Too many requests' }),
    'error-in-200': () => ({ json: { error: { code: 'ratelimited', info: 'You have exceeded your rate limit.' } } }),
    empty: () => ({ json: { batchcomplete: true } }),
    'not-found': () => ({ json: { batchcomplete: true, query: { searchinfo: { totalhits: 0 }, search: [] } } }),
  },
});
