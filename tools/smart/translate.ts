import { z } from 'zod';
import { firstOf } from '../../src/kernel/chain.ts';
import { createInvalidInputError } from '../../src/kernel/input.ts';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import deepl from '../../src/providers/deepl.ts';
import type { TranslationRequest } from '../../src/providers/shared/chat-translation.ts';
import { LANGUAGES_TEXT, type Language, parseLanguage } from '../../src/providers/shared/languages.ts';
import { attemptsShape } from './_attempts.ts';
import { buildSources, computeCeiling, type Settings, type TranslatorName, translators } from './_translators.ts';
import { lexicon } from './translate.lexicon.ts';

const order = {
  quality: ['premium', 'reasoning', 'fast'],
  fast: ['fast', 'premium', 'reasoning'],
  cheap: ['fast', 'reasoning', 'own'],
} as const;

const PRICE = usd('0.009');

interface Input {
  text: string;
  strategy: keyof typeof order;
  targetLang?: Language | undefined;
  to?: Language | undefined;
  sourceLang?: Language | undefined;
  from?: Language | undefined;
}

/** The strategy's order; a premium translator that would cost more than the price comes last. */
function orderFor({ text, strategy }: Input, settings?: Settings): { names: TranslatorName[]; premiumLast: boolean } {
  const names: TranslatorName[] = [...order[strategy]];
  const premiumLast = deepl.ceiling(text, settings?.('deepl') ?? null) > PRICE && names.includes('premium');
  return { names: premiumLast ? [...names.filter((name) => name !== 'premium'), 'premium'] : names, premiumLast };
}

function requestOf({ text, ...input }: Input): TranslationRequest {
  const to = input.targetLang ?? input.to;
  if (!to) throw createInvalidInputError([noTarget]);
  return { text, to, from: input.sourceLang ?? input.from ?? null };
}

const noTarget = { path: 'targetLang', message: 'Name the language to translate into' };

const language = z
  .string()
  .trim()
  .max(20)
  .transform((text, check): Language => {
    const known = parseLanguage(text);
    if (known) return known;
    check.addIssue(`Must be one of ${LANGUAGES_TEXT}, in any case, with a region or without`);
    return z.NEVER;
  });

export default defineTool({
  title: 'Smart translation',
  description: `Translate text into ${LANGUAGES_TEXT}; another translator answers when one fails.`,
  price: PRICE,
  effect: 'read',
  category: 'translate',
  uses: Object.values(translators),
  usesFor: (input) => order[input.strategy].map((name) => translators[name]),
  input: z
    .object({
      text: z.string().min(1).max(50_000).describe('Text to translate'),
      targetLang: language.optional().describe(`Language to translate into: ${LANGUAGES_TEXT}; needed, here or in to`),
      to: language.optional().describe('Another name for targetLang'),
      sourceLang: language.optional().describe('Language of the text; found out when left out'),
      from: language.optional().describe('Another name for sourceLang'),
      strategy: z
        .enum(['quality', 'fast', 'cheap'])
        .default('quality')
        .describe('quality: premium translator first; fast: fast model first; cheap: no premium translator'),
    })
    .refine(({ targetLang, to }) => targetLang ?? to, { path: [noTarget.path], message: noTarget.message }),
  output: z.object({
    translated: z.string().describe('The text in the target language'),
    translation: z.string().describe('The same as translated'),
    detectedSourceLang: z.string().nullable().describe('Language of the text; null when it stayed unknown'),
    from: z.string().nullable().describe('The same as detectedSourceLang'),
    to: z.string().describe('Language of the translation'),
    charCount: z.number().int().describe('Characters of the text'),
    sourceUsed: z.string().describe('Id of the provider that answered'),
    engine: z.string().describe('The same as sourceUsed'),
    fallbackUsed: z.boolean().describe('Whether a source asked before had failed'),
    attempts: attemptsShape,
  }),
  lexicon,
  examples: [
    { text: 'Good morning', targetLang: 'JA' },
    { text: 'Where is the station?', to: 'fr', strategy: 'fast' },
  ],
  costCeiling(input, settings) {
    const { names } = orderFor(input, settings);
    const first = names.find((name) => settings === undefined || settings(translators[name].id) !== null);
    return first === undefined ? 0 : computeCeiling(first, requestOf(input), settings);
  },
  caps: { text: 2500 },
  async run(input, ctx) {
    const request = requestOf(input);
    const { names, premiumLast } = orderFor(input, (id) => ctx.environment.settings(id));
    if (premiumLast) ctx.warn('The price covers no text of this length at the premium translator: it was put last.');
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
