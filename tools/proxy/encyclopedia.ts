import { z } from 'zod';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import wikipedia from '../../src/providers/wikipedia.ts';
import { lexicon } from './encyclopedia.lexicon.ts';

/** A stop after an initial or one of these ends no sentence: “J. R. R. Tolkien”, “Dr. Smith”, “St. Louis”. */
const abbreviated =
  /(?:^|[\s("“])(?:\p{Lu}|Dr|Mrs?|Ms|St|Prof|Jr|Sr|Mt|Ft|Gen|Col|Lt|Rev|No|vs|ca?|e\.g|i\.e|approx)\.\s*$/u;

/** The first `count` sentences of a text in `language`. */
export function takeFirstSentences(text: string, count: number, language: string): string {
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
  description:
    'Look up a person, place or topic in Wikipedia and return the first sentences of the best match. For current events use `smart-search`.',
  effect: 'read',
  access: 'public',
  category: 'data',
  uses: providers,
  input: z.object({
    query: z.string().trim().min(1).max(300).describe('Name or topic to look up.'),
    language: z.enum(['en', 'ja', 'zh']).default('en').describe('Language edition to search.'),
    sentences: z.number().int().min(1).max(10).default(3).describe('Number of sentences to return.'),
  }),
  output: z.object({
    title: z.string().describe('Title of the article.'),
    extract: z.string().describe('First sentences of the article, as plain text.'),
    url: z.string().describe('URL of the article; cite it with the text.'),
    language: z.string().describe('Language code of the article.'),
    thumbnail: z.string().optional().describe('URL of a small image.'),
    attribution: z.string().describe('Attribution required by the data license.'),
    sourceUsed: z.string().describe('ID of the provider that answered.'),
  }),
  lexicon,
  examples: [{ query: 'Tokyo Tower' }, { query: '富士山', language: 'ja', sentences: 2 }],
  async run({ query, language, sentences }, ctx) {
    const provider = chooseConfigured(providers, ctx);
    const article = await provider.summary({ query, language }, ctx);
    return {
      ...article,
      extract: takeFirstSentences(article.extract, sentences, language),
      language,
      attribution: `From the Wikipedia article “${article.title}”, CC BY-SA 4.0`,
      sourceUsed: provider.id,
    };
  },
});
