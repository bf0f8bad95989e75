import { z } from 'zod';
import { characters } from '../../src/kernel/tool/coverage.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import deepl from '../../src/providers/deepl.ts';
import libretranslate from '../../src/providers/libretranslate.ts';
import { languageField, parseAnyLanguage } from '../../src/providers/shared/languages.ts';
import { textField, translateText, translationOutput } from './_translation.ts';
import { lexicon } from './translate-premium.lexicon.ts';

const PRICE = usd('0.003');

/** A text that would cost more than the price goes to the operator's own translator, where there is one. */
const providersFor = (dearest: number) => (dearest > PRICE ? [libretranslate, deepl] : [deepl, libretranslate]);

const language = languageField(
  (text) => {
    const parsed = parseAnyLanguage(text);
    return parsed && deepl.languages.includes(parsed.base) ? parsed : null;
  },
  `Must be one of ${deepl.languages.join(', ')}, in any case, with a region or without`,
);

export default defineTool({
  title: 'Premium translation',
  description:
    'Translate text with a premium engine into about thirty languages. Use when quality matters most; `translate` covers about a hundred languages.',
  price: PRICE,
  effect: 'read',
  category: 'translate',
  uses: [deepl, libretranslate],
  input: z.object({
    text: textField,
    targetLang: language.describe('Target language code: EN-US, JA, ZH, KO, DE, FR and others.'),
    sourceLang: language.optional().describe('Source language code. Default: detected.'),
  }),
  output: translationOutput,
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
  run: ({ text, targetLang: to, sourceLang: from }, ctx) => {
    const most = deepl.ceiling(text, ctx.environment.settings(deepl.id));
    return translateText(providersFor(most), { text, to, from }, ctx);
  },
});
