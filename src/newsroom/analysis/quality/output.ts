/** The NQ score in the schemas of operations that answer it. */
import { z } from 'zod';
import { count, listOf, objectOf, share } from '../../../kernel/tool/fields.ts';
import { DEGRADED_REASONS } from '../models/reasons.ts';
import { DIMENSION_KEYS, HOOK_KEYS, W_KEYS } from './types.ts';

const points = (about: string) => z.number().describe(`${about} Points.`);
const offset = (about: string) => z.number().int().describe(`${about} Code points of the text.`);

const dimensionKey = z.enum(DIMENSION_KEYS);

const span = {
  text: z.string().describe('As it stands in the text.'),
  start: offset('Where it begins.'),
  end: offset('Where it ends, exclusive.'),
};

const dimension = z.object({
  key: dimensionKey.describe('What is rated.'),
  label: z.string().describe('Its name in the language of the text.'),
  score: points('What the text has of it.'),
  max: points('The most there is.'),
  level: z.enum(['good', 'fair', 'poor']).describe('good from 80 % of the maximum, fair from 50 %.'),
  reason: z.string().describe('How the points came about, in the language of the text.'),
  evidence: z.array(z.object(span)).describe('What in the text gave or cost points.'),
  fix: z.string().nullable().describe('What would raise it; null at the maximum.'),
  gain: points('What the fix would add.'),
});

const suggestion = z.object({
  dimension: dimensionKey.describe('What it raises.'),
  gain: points('By how much.'),
  text: z.string().describe('What to do, in the language of the text.'),
  example: z.string().describe('A pattern to fill in; what isn’t known stands in it as a placeholder.'),
});

const warning = z.object({
  code: z
    .enum(['unsupported_superlative', 'keyword_list', 'repetition', 'too_short', 'unsupported_language'])
    .describe('What is wrong.'),
  text: z.string().nullable().describe('Where; null when it is the whole text.'),
  start: offset('Where that begins.').nullable(),
  end: offset('Where that ends, exclusive.').nullable(),
  legal_risk: z.boolean().describe('Whether a law on advertising may forbid it.'),
});

const adjustment = z.object({
  key: dimensionKey.describe('What a model rated otherwise.'),
  from: points('By the rules.'),
  to: points('By the model.'),
  quote: z.string().describe('The words of the text that it gave as its reason.'),
});

export const degradedReason = z
  .enum(DEGRADED_REASONS)
  .nullable()
  .describe('Why rules did what a model would have done; null when a model had its part in all of it.');

export const engineName = z.enum(['rules', 'rules+llm']).describe('Whether a language model had a part in it.');

export const qualityOutput = z.object({
  nq_score: z.number().describe('News quality, 0–100: the sum of the dimensions.'),
  grade: z.enum(['A', 'B', 'C', 'D', 'E']).describe('A from 85, B from 70, C from 55, D from 40.'),
  rubric_version: z.string().describe('By which rules; scores of different versions don’t compare.'),
  language: z.enum(['ja', 'zh', 'en']).describe('As detected; other languages are read by the English rules.'),
  confidence: share('How sure the score is.'),
  engine: engineName,
  degraded_reason: degradedReason,
  dimensions: z.array(dimension).describe('All eight, in a fixed order.'),
  nq_dimensions: objectOf('The points by dimension.', {
    headline: points('The headline.'),
    lead_5w1h: points('The lead and its questions.'),
    news_value: points('What makes it news.'),
    evidence: points('Figures, dates and sources.'),
    structure: points('How it is built.'),
    quotes_people: points('Quotations and who says them.'),
    tone: points('Plain words rather than advertising.'),
    media_ready: points('What editors need.'),
  }),
  gates: objectOf('Whether it is prose at all: lists of words and repetitions score little.', {
    length: share('Length of the prose.'),
    share: share('Share of prose in the text.'),
    uniqueness: share('How little repeats itself.'),
    factor: share('What the points are multiplied with.'),
  }),
  hooks: listOf('What makes it news.', {
    key: z.enum(HOOK_KEYS).describe('What makes it news.'),
    ...span,
    needs_source: z.boolean().describe('It is a claim that no source in its paragraph supports.'),
  }),
  missing: objectOf('What isn’t there.', {
    five_w: z.array(z.enum(W_KEYS)).describe('Questions that the lead leaves open.'),
    hooks: z.array(z.enum(HOOK_KEYS)).describe('What it has not.'),
  }),
  suggestions: z.array(suggestion).describe('What would raise the score, the most first.'),
  warnings: z.array(warning).describe('What an editor would object to.'),
  stats: objectOf('What was counted.', {
    chars: count('Code points.'),
    words: count('Words.'),
    sentences: count('Sentences.'),
    prose_sentences: count('Of them, sentences of prose.'),
    avg_sentence_length: z.number().describe('Code points (ja, zh) or words (en) of a sentence of prose.'),
    numbers: count('Amounts.'),
    quotes: count('Quotations.'),
    links: count('Addresses.'),
    images: count('Addresses of images.'),
  }),
  llm: z
    .object({
      model: z.string().describe('Which.'),
      adjusted: z.array(adjustment).describe('What it rated otherwise than the rules.'),
      cost_usd: z.number().describe('What it cost the operator.'),
    })
    .nullable()
    .describe('What a language model thought; null when none was asked.'),
});
