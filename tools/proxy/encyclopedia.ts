import { z } from 'zod';
import { firstConfigured } from '../../src/kernel/chain.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import wikipedia from '../../src/providers/wikipedia.ts';

/** A stop after an initial or one of these ends no sentence: “J. R. R. Tolkien”, “Dr. Smith”, “St. Louis”. */
const abbreviated =
  /(?:^|[\s("“])(?:\p{Lu}|Dr|Mrs?|Ms|St|Prof|Jr|Sr|Mt|Ft|Gen|Col|Lt|Rev|No|vs|ca?|e\.g|i\.e|approx)\.\s*$/u;

/** The first `count` sentences of a text in `language`. */
export function firstSentences(text: string, count: number, language: string): string {
  const sentences: string[] = [];
  let open = '';
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)) {
    open += segment;
    if (abbreviated.test(open)) continue;
    sentences.push(open);
    open = '';
  }
  return [...sentences, open].slice(0, count).join('').trim();
}

const providers = [wikipedia];

export default defineTool({
  description: 'The opening sentences of the encyclopedia article that fits a query best.',
  effect: 'read',
  access: 'public',
  category: 'data',
  uses: providers,
  input: z.object({
    query: z.string().trim().min(1).max(300).describe('Name or topic to look up'),
    language: z.enum(['en', 'ja', 'zh']).default('en').describe('Language of the encyclopedia'),
    sentences: z.number().int().min(1).max(10).default(3).describe('How many sentences of the opening to return'),
  }),
  output: z.object({
    title: z.string().describe('Title of the article'),
    extract: z.string().describe('Its opening, as plain text'),
    url: z.string().describe('Address of the article, to be named with the text'),
    language: z.string().describe('Language of the article'),
    thumbnail: z.string().optional().describe('Address of a small picture'),
    attribution: z.string().describe('What the licence asks to be said'),
    sourceUsed: z.string().describe('Id of the provider that answered'),
  }),
  lexicon: {
    marks: {
      en: 'encyclopedia|encyclopaedia|encyclopedic|wikipedia|wiki article|wiki entry|wiki page|on wiki|from wiki|encylopedia|wikipeda|wiki',
      ja: '百科事典|ウィキペディア|ウィキ|wikipedia|百科|事典|ウィキぺディア|うぃきぺでぃあ|ウイキ|wiki|辞典|ウィキペデイア|エンサイクロペディア',
      zh: '百科|维基百科|维基|百科全书|百度百科|wikipedia|百科词条|词条|维鸡|维基上|维基里|wiki|萌娘百科|互动百科|词典',
    },
    verbs: {
      en: 'biography of|who exactly was|who exactly is|what exactly is',
      ja: 'ってどんな人|とは誰|って誰|どんな人物|どんな人|何者|ってだれ|の生涯|の歴史を|どういう人',
      zh: '是什么人|是什么东西|是何方神圣|何许人|生平|是怎样的人|是个什么',
    },
    nouns: {
      en: "who was|who is|who were|who's|what is an|what is a|what's a|what's an|what was the|what are|tell me about|history of|background on",
      ja: 'とは何|って何|とはどんな|ってどんな|ってなに|とは?|とは',
      zh: '是什么|什么是|是谁',
    },
    hints: {
      en: 'entry|say on|say about|says about|says on|has on|have on|has to say about|has to say on|got on|article|summary|intro|about|look up|sentences',
      ja: '調べて|教えて|説明|概要|について|しらべて|引いて|ひいて|解説|紹介|まとめて|要点|おしえて',
      zh: '介绍|简介|查|讲讲|说说|条目|介绍下|介绍一下|讲下|说下|查下|讲一下|说一下|科普一下|介召|介紹|解释',
    },
    units: {
      sentences: {
        en: 'sentence|sentences|-sentence|line|lines',
        ja: '文|文で|文だけ|センテンス|行',
        zh: '句|句话|个句子|句子',
      },
    },
    examples: {
      en: ['Look up the Silk Road in the encyclopedia', 'Wikipedia on Marie Curie, please'],
      ja: ['百科事典で富士山を引いて', 'ウィキペディアで平安時代を調べて'],
      zh: ['百科里怎么介绍长城', '用维基百科查一下屈原'],
    },
  },
  examples: [{ query: 'Tokyo Tower' }, { query: '富士山', language: 'ja', sentences: 2 }],
  async run({ query, language, sentences }, ctx) {
    const provider = firstConfigured(providers, ctx);
    const article = await provider.summary({ query, language }, ctx);
    return {
      ...article,
      extract: firstSentences(article.extract, sentences, language),
      language,
      attribution: `From the Wikipedia article “${article.title}”, CC BY-SA 4.0`,
      sourceUsed: provider.id,
    };
  },
});
