/** The NQ score in the schemas of operations that answer it. */
import { z } from 'zod';
import { count, listOf, objectOf, share } from '../../../kernel/tool/fields.ts';
import { DEGRADED_REASONS } from '../models/reasons.ts';
import { DIMENSION_KEYS, HOOK_KEYS, W_KEYS } from './types.ts';

const points = (about: string) => z.number().describe(about);
const offset = (about: string) => z.number().int().describe(`${about} Code points of the text.`);

const dimensionKey = z.enum(DIMENSION_KEYS);

const span = {
  text: z.string().describe('Excerpt from the text.'),
  start: offset('Start position.'),
  end: offset('End position, exclusive.'),
};

const dimension = z.object({
  key: dimensionKey.describe('Name of the dimension.'),
  label: z.string().describe('Display name in the language of the text.'),
  score: points('Points of the text.'),
  max: points('Maximum number of points.'),
  level: z.enum(['good', 'fair', 'poor']).describe('good from 80% of the maximum, fair from 50%.'),
  reason: z.string().describe('Explanation of the points, in the language of the text.'),
  evidence: z.array(z.object(span)).describe('Passages that gained or lost points.'),
  fix: z.string().nullable().describe('Change that would raise the points; `null` at the maximum.'),
  gain: points('Points gained by the fix.'),
});

const suggestion = z.object({
  dimension: dimensionKey.describe('Dimension that improves.'),
  gain: points('Points that would be added.'),
  text: z.string().describe('Recommended action, in the language of the text.'),
  example: z.string().describe('Template to fill in, with placeholders for unknown facts.'),
});

const warning = z.object({
  code: z
    .enum(['unsupported_superlative', 'keyword_list', 'repetition', 'too_short', 'few_facts', 'unsupported_language'])
    .describe('Code of the problem.'),
  text: z.string().nullable().describe('Affected passage; `null` if it concerns the whole text.'),
  start: offset('Start of the passage.').nullable(),
  end: offset('End of the passage, exclusive.').nullable(),
  legal_risk: z.boolean().describe('`true` if advertising law may prohibit it.'),
});

const adjustment = z.object({
  key: dimensionKey.describe('Dimension that a language model rated differently.'),
  from: points('Points given by the rules.'),
  to: points('Points given by the model.'),
  quote: z.string().describe('Words of the text that the model gave as its reason.'),
});

export const degradedReason = z
  .enum(DEGRADED_REASONS)
  .nullable()
  .describe('Reason why rules were used instead of a model; `null` if a model contributed to every part.');

export const engineName = z
  .enum(['rules', 'rules+llm'])
  .describe('`true` if a language model contributed to the score.');

export const qualityOutput = z.object({
  nq_score: z.number().describe('News quality, 0–100: the sum of the dimensions.'),
  grade: z.enum(['A', 'B', 'C', 'D', 'E']).describe('A from 85, B from 70, C from 55, D from 40.'),
  rubric_version: z.string().describe('Version of the scoring rules. Scores of different versions aren’t comparable.'),
  language: z
    .enum(['ja', 'zh', 'en'])
    .describe('Detected language. Other languages are analyzed with the English rules.'),
  confidence: share('Confidence of the score.'),
  engine: engineName,
  degraded_reason: degradedReason,
  dimensions: z.array(dimension).describe('All eight dimensions, in a fixed order.'),
  nq_dimensions: objectOf('Points by dimension.', {
    headline: points('Points for the headline.'),
    lead_5w1h: points('Points for the lead and the questions that it answers.'),
    news_value: points('Points for news value.'),
    evidence: points('Points for figures, dates and sources.'),
    structure: points('Points for the structure of the text.'),
    quotes_people: points('Points for quotations and their speakers.'),
    tone: points('Points for plain wording instead of advertising.'),
    media_ready: points('Points for information that editors need.'),
  }),
  gates: objectOf('Check that the text is prose: lists of words and repetitions score low.', {
    length: share('Length of the prose.'),
    share: share('Share of prose in the text.'),
    uniqueness: share('Share of unrepeated content.'),
    factor: share('Factor applied to the points: the three shares, and less for a text with few facts to check.'),
  }),
  hooks: listOf('News value found in the text.', {
    key: z.enum(HOOK_KEYS).describe('News value found in the text.'),
    ...span,
    needs_source: z.boolean().describe('`true` if no source in the paragraph supports the claim.'),
  }),
  missing: objectOf('Information that is missing.', {
    five_w: z.array(z.enum(W_KEYS)).describe('Questions that the lead leaves open.'),
    hooks: z.array(z.enum(HOOK_KEYS)).describe('News values that are missing.'),
  }),
  suggestions: z.array(suggestion).describe('Suggestions that would raise the score, most effective first.'),
  warnings: z.array(warning).describe('Problems that an editor would object to.'),
  stats: objectOf('Counts of the text.', {
    chars: count('Length in code points.'),
    words: count('Number of words.'),
    sentences: count('Number of sentences.'),
    prose_sentences: count('Number of sentences that are prose.'),
    avg_sentence_length: z
      .number()
      .describe('Average length of a prose sentence, in code points (ja, zh) or words (en).'),
    numbers: count('Number of figures.'),
    quotes: count('Number of quotations.'),
    links: count('Number of links.'),
    images: count('URLs of images in the text.'),
  }),
  llm: z
    .object({
      model: z.string().describe('Name of the model.'),
      adjusted: z.array(adjustment).describe('Dimensions that the model rated differently from the rules.'),
      cost_usd: z.number().describe('Cost to the operator in USD.'),
    })
    .nullable()
    .describe('Assessment by a language model; `null` if none was used.'),
});
