import { z } from 'zod';
import { firstConfigured } from '../../src/kernel/chain.ts';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import deepl from '../../src/providers/deepl.ts';
import { type AnyLanguage, anyLanguageOf } from '../../src/providers/languages.ts';
import libretranslate from '../../src/providers/libretranslate.ts';

const PRICE = usd('0.003');

/** A text that would cost more than the price goes to the operator's own translator, where there is one. */
const providersFor = (dearest: number) => (dearest > PRICE ? [libretranslate, deepl] : [deepl, libretranslate]);

const language = z
  .string()
  .trim()
  .max(20)
  .transform((text, check): AnyLanguage => {
    const known = anyLanguageOf(text);
    if (known && deepl.languages.includes(known.base)) return known;
    check.addIssue(`Must be one of ${deepl.languages.join(', ')}, in any case, with a region or without`);
    return z.NEVER;
  });

export default defineTool({
  title: 'Premium translation',
  description: 'Translate a text with a premium translation engine, into about thirty languages.',
  price: PRICE,
  effect: 'read',
  category: 'translate',
  uses: [deepl, libretranslate],
  input: z.object({
    text: z.string().min(1).max(30_000).describe('Text to translate'),
    targetLang: language.describe('Language to translate into: EN-US, JA, ZH, KO, DE, FR and others'),
    sourceLang: language.optional().describe('Language of the text; found out when left out'),
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
      en: 'premium translat*|premium-quality translat*|deepl|premium engine|translate premium|paid translat*|premium translation engine|premium service for translation|high-end translat*|top-tier translat*|premium…translat|translat…premium|paid…translat',
      ja: 'プレミアム翻訳|プレミアムの翻訳|プレミアムな翻訳|deepl|有料翻訳|プレミアム版の翻訳|高級翻訳|有料の翻訳|プレミアム翻訳エンジン|プレミアムエンジン|上位の翻訳|プレミアム版で翻訳|プレミアムで翻訳|プレミアムで訳|プレミアム…翻訳|翻訳…プレミアム|有料…翻訳|翻訳…有料',
      zh: '高级翻译|付费翻译|优质翻译|deepl|高级版翻译|premium翻译|高端翻译|高级的翻译|付费的翻译|精品翻译|专业版翻译|付费版翻译|尊享翻译|高级…翻译|付费…翻译|翻译…高级版|翻译…付费版',
    },
    hints: {
      en: 'premium|paid|top quality engine|best engine',
      ja: 'プレミアム|有料|高級',
      zh: '高级|付费|优质|premium',
    },
    examples: {
      en: ["Premium translator, German: 'Thank you'", "Use DeepL to put 'sold out' into Japanese"],
      ja: ['プレミアム翻訳で「満席」をフランス語に', '有料翻訳で「在庫なし」を英語に'],
      zh: ['用高级翻译把“售罄”译成德语', '高级翻译：“欢迎光临”翻成日语'],
    },
  },
  examples: [
    { text: 'Good morning', targetLang: 'JA' },
    { text: 'Where is the station?', sourceLang: 'EN', targetLang: 'FR' },
  ],
  costCeiling({ text }, settings) {
    const most = deepl.ceiling(text, settings?.(deepl.id) ?? null);
    const ready = providersFor(most).find(({ id }) => settings === undefined || settings(id) !== null);
    return ready === deepl || settings === undefined ? most : 0;
  },
  // With DeepL's free plan or LibreTranslate more costs nothing: INPUT_CAPS=translate-premium.text=5000.
  caps: { text: 120 },
  async run({ text, targetLang, sourceLang }, ctx) {
    const most = deepl.ceiling(text, ctx.outside.settings(deepl.id));
    const provider = firstConfigured(providersFor(most), ctx);
    const { text: translated, detected } = await provider.translate(
      { text, to: targetLang, from: sourceLang ?? null },
      ctx,
    );
    return {
      translated,
      detectedSourceLang: detected,
      charCount: Array.from(text).length,
      sourceUsed: provider.id,
    };
  },
});
