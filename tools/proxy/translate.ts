import { z } from 'zod';
import { characters } from '../../src/kernel/tool/coverage.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import google from '../../src/providers/google-translate.ts';
import libretranslate from '../../src/providers/libretranslate.ts';
import { languageField, parseAnyLanguage } from '../../src/providers/shared/languages.ts';
import { textField, translateText, translationOutput } from './_translation.ts';
import { lexicon } from './translate.lexicon.ts';

const PRICE = usd('0.003');

/** A text that would cost more than the price goes to the operator's own translator, where there is one. */
const providersFor = (text: string) =>
  google.ceiling(text) > PRICE ? [libretranslate, google] : [google, libretranslate];

const language = languageField(parseAnyLanguage, 'Must be a language code such as en, ja, zh-TW or pt-BR');

export default defineTool({
  title: 'Translation',
  description:
    'Translate text between about a hundred languages. For the best quality in a common language use `translate-premium` or `smart-translate`.',
  price: PRICE,
  effect: 'read',
  category: 'translate',
  uses: [google, libretranslate],
  input: z.object({
    text: textField,
    from: language.optional().describe('Source language code. Default: detected.'),
    to: language.describe('Target language code such as en, ja, zh-TW or pt-BR.'),
  }),
  output: translationOutput,
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
  run: (request, ctx) => translateText(providersFor(request.text), request, ctx),
});
