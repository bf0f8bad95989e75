import { z } from 'zod';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import { characters } from '../../src/kernel/tool/coverage.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import deepl from '../../src/providers/deepl.ts';
import libretranslate from '../../src/providers/libretranslate.ts';
import { type AnyLanguage, parseAnyLanguage } from '../../src/providers/shared/languages.ts';
import { lexicon } from './translate-premium.lexicon.ts';

const PRICE = usd('0.003');

/** A text that would cost more than the price goes to the operator's own translator, where there is one. */
const providersFor = (dearest: number) => (dearest > PRICE ? [libretranslate, deepl] : [deepl, libretranslate]);

const language = z
  .string()
  .trim()
  .max(20)
  .transform((text, check): AnyLanguage => {
    const parsedLanguage = parseAnyLanguage(text);
    if (parsedLanguage && deepl.languages.includes(parsedLanguage.base)) return parsedLanguage;
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
  lexicon,
  examples: [
    { text: 'Good morning', targetLang: 'JA' },
    { text: 'Where is the station?', sourceLang: 'EN', targetLang: 'FR' },
  ],
  costCeiling({ text }, settings) {
    const most = deepl.ceiling(text, settings?.(deepl.id) ?? null);
    const ready = providersFor(most).find(({ id }) => settings === undefined || settings(id) !== null);
    return ready === deepl || settings === undefined ? most : 0;
  },
  covers: { text: characters(120) },
  async run({ text, targetLang, sourceLang }, ctx) {
    const most = deepl.ceiling(text, ctx.environment.settings(deepl.id));
    const provider = chooseConfigured(providersFor(most), ctx);
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
