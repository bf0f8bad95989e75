import { z } from 'zod';
import { firstOf } from '../../src/kernel/tool/chain.ts';
import { characters } from '../../src/kernel/tool/coverage.ts';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import type { TranslationRequest } from '../../src/providers/shared/chat/chat-translation.ts';
import { LANGUAGES_TEXT, type Language, languageField, parseLanguage } from '../../src/providers/shared/languages.ts';
import { chooseAffordable, computeDearest, isSetUp } from './_affordable.ts';
import { attemptsShape } from './_attempts.ts';
import { buildSources, computeCeiling, type Settings, type TranslatorName, translators } from './_translators.ts';
import { lexicon } from './translate.lexicon.ts';

const order = {
  quality: ['premium', 'reasoning', 'fast'],
  fast: ['fast', 'premium', 'reasoning'],
  cheap: ['fast', 'reasoning', 'own'],
} as const;

const PRICE = usd('0.009');
/** One price pays for so many characters at the models, and at the premium translator where it stands alone. */
const CHARACTERS = 1900;
const PREMIUM_CHARACTERS = 360;

interface Input {
  text: string;
  strategy: keyof typeof order;
  targetLang?: Language | undefined;
  to?: Language | undefined;
  sourceLang?: Language | undefined;
  from?: Language | undefined;
}

const chooseCharacters = (settings?: Settings): number =>
  ['deepseek', 'groq'].some((id) => isSetUp(settings, id)) ? CHARACTERS : PREMIUM_CHARACTERS;

/** Those of the strategy that what the text costs pays for. */
function chooseOrder(input: Input, settings?: Settings): TranslatorName[] {
  const names: readonly TranslatorName[] = order[input.strategy];
  const budget = PRICE * Math.ceil(input.text.length / chooseCharacters(settings));
  const cost = (name: TranslatorName): number => computeCeiling(name, requestOf(input), settings);
  return chooseAffordable(names, budget, cost, (name) => isSetUp(settings, translators[name].id));
}

function requestOf({ text, ...input }: Input): TranslationRequest {
  const to = input.targetLang ?? input.to;
  if (!to) throw createInvalidInputError([noTarget]);
  return { text, to, from: input.sourceLang ?? input.from ?? null };
}

const noTarget = { path: 'targetLang', message: 'Provide the target language' };

const language = languageField(
  parseLanguage,
  `Must be one of ${LANGUAGES_TEXT}, in any case, with a region or without`,
);

export default defineTool({
  title: 'Translate text',
  description: `Translate text into ${LANGUAGES_TEXT}. For other languages use \`translate\`.`,
  price: PRICE,
  effect: 'read',
  category: 'translate',
  uses: Object.values(translators),
  usesFor: (input) => order[input.strategy].map((name) => translators[name]),
  input: z
    .object({
      text: z.string().min(1).max(50_000).describe('Text to translate.'),
      targetLang: language.optional().describe('Target language code, e.g. JA. Required unless to is set.'),
      to: language.optional().describe('Alias of targetLang.'),
      sourceLang: language.optional().describe('Source language code. Default: detected.'),
      from: language.optional().describe('Alias of sourceLang.'),
      strategy: z
        .enum(['quality', 'fast', 'cheap'])
        .default('quality')
        .describe('quality: premium translator first; fast: fast model first; cheap: no premium translator.'),
    })
    .refine(({ targetLang, to }) => targetLang ?? to, { path: [noTarget.path], message: noTarget.message }),
  output: z.object({
    translated: z.string().describe('Text in the target language.'),
    translation: z.string().describe('Alias of translated, kept for compatibility.'),
    detectedSourceLang: z.string().nullable().describe('Detected source language code; null if unknown.'),
    from: z.string().nullable().describe('Alias of detectedSourceLang, kept for compatibility.'),
    to: z.string().describe('Target language code.'),
    charCount: z.number().int().describe('Length of the source text in characters.'),
    sourceUsed: z.string().describe('ID of the provider that answered.'),
    engine: z.string().describe('Alias of sourceUsed, kept for compatibility.'),
    fallbackUsed: z.boolean().describe('`true` if an earlier provider failed and this one answered instead.'),
    attempts: attemptsShape,
  }),
  lexicon,
  examples: [
    { text: 'Good morning', targetLang: 'JA' },
    { text: 'Where is the station?', to: 'fr', strategy: 'fast' },
  ],
  costCeiling(input, settings) {
    const cost = (name: TranslatorName): number => computeCeiling(name, requestOf(input), settings);
    return computeDearest(chooseOrder(input, settings), cost, (name) => isSetUp(settings, translators[name].id));
  },
  covers: (settings) => ({ text: characters(chooseCharacters(settings)) }),
  async run(input, ctx) {
    const request = requestOf(input);
    const names = chooseOrder(input, (id) => ctx.environment.settings(id));
    if (input.strategy !== 'cheap' && !names.includes('premium'))
      ctx.warn('The price does not cover a text of this length at the premium translator, so it was not used.');
    const { value, sourceUsed, fallbackUsed } = await firstOf(names, buildSources(request), ctx);
    return {
      translated: value.text,
      translation: value.text,
      detectedSourceLang: value.detected,
      from: value.detected,
      to: request.to.code,
      charCount: Array.from(input.text).length,
      sourceUsed,
      engine: sourceUsed,
      fallbackUsed,
      attempts: ctx.attempts,
    };
  },
});
