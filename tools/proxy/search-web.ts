import { z } from 'zod';
import { firstConfigured } from '../../src/kernel/chain.ts';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import searxng from '../../src/providers/searxng.ts';
import serper from '../../src/providers/serper.ts';

const providers = [serper, searxng];

export default defineTool({
  title: 'Web search',
  description: 'Search the web, the news or images, for a country and in a language.',
  price: usd('0.004'),
  effect: 'read',
  category: 'search',
  uses: providers,
  // No cache: search engines reserve the storing of their results.
  input: z.object({
    query: z.string().trim().min(1).max(2000).describe('What to search for'),
    num: z.number().int().min(1).max(100).default(10).describe('How many results to return at most'),
    gl: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'Must be a country code of two letters')
      .optional()
      .describe('Country the searcher is in, such as jp'),
    hl: z
      .string()
      .regex(/^[A-Za-z]{2}(-[A-Za-z]{2,4})?$/, 'Must be a language code such as ja or zh-tw')
      .optional()
      .describe('Language of the results, such as ja or zh-tw'),
    type: z.enum(['search', 'news', 'images']).default('search').describe('What to look for'),
  }),
  output: z.object({
    query: z.string().describe('The query as it was searched'),
    type: z.enum(['search', 'news', 'images']),
    answer: z.string().optional().describe('Direct answer, where the engine shows one'),
    results: z
      .array(
        z.object({
          title: z.string(),
          url: z.string().describe('Address of the page, for images too'),
          snippet: z.string().describe('What the page says about the query; may be empty'),
          publishedAt: z.string().optional().describe('As the source states it, such as 2 hours ago'),
          source: z.string().optional().describe('Name of the site or paper'),
          imageUrl: z.string().optional(),
          thumbnailUrl: z.string().optional(),
        }),
      )
      .describe('Best match first'),
    sourceUsed: z.string().describe('Id of the provider that answered'),
  }),
  lexicon: {
    insteadOf: 'smart-search',
    marks: {
      en: 'google|google search|googling|serp|image search|picture search|search images|search for images|search for pictures|find images|find pictures|find photos|search for photos|pictures of|photos of|images of|googled|image results|google news|google images',
      ja: 'グーグル|google|ググって|ぐぐって|ググる|画像検索|画像を検索|画像を探|写真を探|画像を調べ|写真を検索|グーグル検索|google検索|ぐーぐる|画像探|写真探|の画像を見つけ|の写真を見つけ',
      zh: '谷歌|google|谷歌搜索|图片搜索|搜图片|搜图|找图|搜一下图|搜索图片|找图片|找几张|搜照片|搜些图|找一些图|找些图|找照片|以图|咕歌|谷哥',
    },
    values: {
      type: {
        images: {
          en: 'image|images|picture|pictures|photo|photos|pics',
          ja: '画像|写真|イラスト',
          zh: '图片|照片|图像|图|搜图',
        },
        news: { en: 'google news|news results|news|in the news', ja: 'ニュース|ニュース検索', zh: '新闻|资讯' },
      },
    },
    units: {
      num: {
        en: 'of them|of those|results|hits|links|images|pictures|photos|pics|top',
        ja: '件|枚|個|つ',
        zh: '条|张|个结果|个|项',
      },
    },
    examples: {
      en: ['Google the opening hours of the Prado', 'Find pictures of red pandas'],
      ja: ['グーグルで京都の紅葉を検索', 'レッサーパンダの画像を探して'],
      zh: ['用谷歌搜索黄山门票', '找几张大熊猫的图片'],
    },
  },
  examples: [
    { query: 'What is a farebox?' },
    { query: '人工知能', num: 5, gl: 'jp', hl: 'ja', type: 'news' },
    { query: 'Mount Fuji', type: 'images' },
  ],
  costCeiling: ({ num }, settings) => {
    const first = providers.find(({ id }) => settings?.(id) != null);
    return first === searxng ? 0 : serper.ceiling(num, settings?.(serper.id) ?? null);
  },
  async run({ query, num, gl, hl, type }, ctx) {
    const provider = firstConfigured(providers, ctx);
    const found =
      provider === serper
        ? await serper.search({ query, num, gl, hl, type }, ctx)
        : await searxng.search({ query, count: num, language: hl, type }, ctx);
    return { query, type, ...found, sourceUsed: provider.id };
  },
});
