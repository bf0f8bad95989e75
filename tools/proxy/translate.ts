import { z } from 'zod';
import { firstConfigured } from '../../src/kernel/chain.ts';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import google from '../../src/providers/google-translate.ts';
import { type AnyLanguage, anyLanguageOf } from '../../src/providers/languages.ts';
import libretranslate from '../../src/providers/libretranslate.ts';

const PRICE = usd('0.003');

/** A text that would cost more than the price goes to the operator's own translator, where there is one. */
const providersFor = (text: string) =>
  google.ceiling(text) > PRICE ? [libretranslate, google] : [google, libretranslate];

const language = z
  .string()
  .trim()
  .max(20)
  .transform((text, check): AnyLanguage => {
    const known = anyLanguageOf(text);
    if (known) return known;
    check.addIssue('Must be a language code such as en, ja, zh-TW or pt-BR');
    return z.NEVER;
  });

export default defineTool({
  title: 'Translation',
  description: 'Translate a text between any two of about a hundred languages.',
  price: PRICE,
  effect: 'read',
  category: 'translate',
  uses: [google, libretranslate],
  input: z.object({
    text: z.string().min(1).max(30_000).describe('Text to translate'),
    from: language.optional().describe('Code of the language of the text; found out when left out'),
    to: language.describe('Code of the language to translate into, such as en, ja, zh-TW or pt-BR'),
  }),
  output: z.object({
    translated: z.string().describe('The text in the target language'),
    detectedSourceLang: z.string().nullable().describe('Language of the text; null when it stayed unknown'),
    charCount: z.number().int().describe('Characters of the text'),
    sourceUsed: z.string().describe('Id of the provider that answered'),
  }),
  lexicon: {
    insteadOf: 'smart-translate',
    marks: {
      en: 'basic translat*|plain translat*|simple translat*|standard translat*|translate tool|ordinary translat*|direct translat*|l1 translat*|google translate|regular translat*|the normal translat*|basic…translat|plain…translator|standard…translat|ordinary…translat|simple…translator',
      ja: '基本のtranslate|基本の翻訳|基本翻訳|translateツール|通常の翻訳ツール|標準の翻訳|普通の翻訳ツール|ベーシックな翻訳|基本のツールで翻訳|スタンダード翻訳|シンプルな翻訳ツール|ベーシック翻訳|基本…翻訳|通常…翻訳ツール|標準…翻訳|普通…翻訳ツール|シンプル…翻訳ツール|基本…translate',
      zh: '基础翻译|基本翻译|普通翻译|translate工具|基础的translate|基础版翻译|基本的translate|标准翻译|基础的翻译|普通的translate|普通的翻译工具|基本的翻译|基础…翻译|基本…翻译|普通…翻译工具|基础…translate|标准…翻译',
    },
    examples: {
      en: ["Use the basic translate tool: 'good night' to German", "With the plain translator: 'open' into Thai"],
      ja: ['基本のtranslateツールで「左」を英語に', '標準の翻訳で「右」を韓国語に'],
      zh: ['用基础翻译把“左”译成英语', '用 translate 工具把“右”翻成法语'],
    },
  },
  examples: [
    { text: 'Good morning', to: 'ja' },
    { text: 'Where is the station?', from: 'en', to: 'fr' },
  ],
  costCeiling({ text }, settings) {
    const ready = providersFor(text).find(({ id }) => settings === undefined || settings(id) !== null);
    return ready === google || settings === undefined ? google.ceiling(text) : 0;
  },
  // Where LibreTranslate is set up, more costs nothing: INPUT_CAPS=translate.text=5000.
  caps: { text: 150 },
  async run({ text, from, to }, ctx) {
    const provider = firstConfigured(providersFor(text), ctx);
    const { text: translated, detected } = await provider.translate({ text, to, from: from ?? null }, ctx);
    return {
      translated,
      detectedSourceLang: detected,
      charCount: Array.from(text).length,
      sourceUsed: provider.id,
    };
  },
});
