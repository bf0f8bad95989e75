import { z } from 'zod';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import { characters } from '../../src/kernel/tool/coverage.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import google from '../../src/providers/google-translate.ts';
import libretranslate from '../../src/providers/libretranslate.ts';
import { type AnyLanguage, parseAnyLanguage } from '../../src/providers/shared/languages.ts';
import { lexicon } from './translate.lexicon.ts';

const PRICE = usd('0.003');

/** A text that would cost more than the price goes to the operator's own translator, where there is one. */
const providersFor = (text: string) =>
  google.ceiling(text) > PRICE ? [libretranslate, google] : [google, libretranslate];

const language = z
  .string()
  .trim()
  .max(20)
  .transform((text, check): AnyLanguage => {
    const parsedLanguage = parseAnyLanguage(text);
    if (parsedLanguage) return parsedLanguage;
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
  lexicon,
  examples: [
    { text: 'Good morning', to: 'ja' },
    { text: 'Where is the station?', from: 'en', to: 'fr' },
  ],
  costCeiling({ text }, settings) {
    const ready = providersFor(text).find(({ id }) => settings === undefined || settings(id) !== null);
    return ready === google || settings === undefined ? google.ceiling(text) : 0;
  },
  covers: { text: characters(150) },
  async run({ text, from, to }, ctx) {
    const provider = chooseConfigured(providersFor(text), ctx);
    const { text: translated, detected } = await provider.translate({ text, to, from: from ?? null }, ctx);
    return {
      translated,
      detectedSourceLang: detected,
      charCount: Array.from(text).length,
      sourceUsed: provider.id,
    };
  },
});
