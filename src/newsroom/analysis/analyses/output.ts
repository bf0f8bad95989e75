/** The result of an analysis in the schemas of operations that answer it. */
import { z } from 'zod';
import { listOf, objectOf } from '../../../kernel/tool/fields.ts';
import { degradedReason, engineName, qualityOutput } from '../quality/output.ts';
import { DIMENSION_KEYS } from '../quality/types.ts';
import { ANALYSIS_MODES } from './analyze.ts';

const text = (about: string) => z.string().describe(about);
const textOrNull = (about: string) => z.string().nullable().describe(about);
const texts = (about: string) => z.array(z.string()).describe(about);
const spans = z
  .array(z.tuple([z.number().int(), z.number().int()]))
  .describe('Where: first code point of `text`, and the one behind the last.');

const entity = z.object({
  text: text('As the text has it first.'),
  type: z
    .enum(['organization', 'person', 'place', 'product', 'date', 'number'])
    .describe('Kind or value of this item.'),
  count: z.number().int().describe('Number of mentions.'),
  spans,
});

const facts = z.object({
  who: texts('Organizations and people.'),
  what: texts('Subject of the announcement.'),
  when: listOf('Dates and times.', {
    text: text('As it is written.'),
    date: textOrNull('ISO 8601, as exact as the text: a day, a month or a year.'),
    at: textOrNull('The instant, where the text gives a time of day.'),
  }),
  where: texts('Places in the text.'),
  why: texts('Reasons, as sentences of the text.'),
  how: texts('Means, as sentences of the text.'),
  numbers: listOf('Number of figures.', {
    text: text('As it is written.'),
    value: z.number().describe('The number itself.'),
    unit: textOrNull('%, an ISO currency code, or the unit as it is written.'),
    context: text('The sentence around it.'),
  }),
  quotes: listOf('Number of quotations.', {
    text: text('Words of the quote.'),
    speaker: textOrNull('Speaker of the quote.'),
    role: textOrNull('And as what.'),
  }),
});

const dimension = z.enum(DIMENSION_KEYS).describe('Of the NQ score.');

const optimized = z.object({
  title: textOrNull('Headline of the article.'),
  subtitle: textOrNull('Subheadline of the article.'),
  body: text('Text of the release. Unknown facts are placeholders.'),
  changes: listOf('Edits that were made.', {
    dimension,
    before: text('Text before the edit.'),
    after: text('Kind or value of this item.'),
    why: text('In the language of the text.'),
  }),
  unverified: z
    .array(
      z.object({
        text: text('Wording before removal.'),
        why: z.literal('not_in_input').describe('Reason for the removal.'),
      }),
    )
    .describe('Claims that the input doesn’t support. They were removed.'),
  placeholders: texts('Keys of what somebody has to fill in.'),
});

const source = z.object({
  kind: z.enum(['text', 'url']).describe('`given` for submitted text, `read` for text fetched from a URL.'),
  url: textOrNull('The address that was given.'),
  final_url: textOrNull('Final URL after redirects.'),
  title: textOrNull('Of the text or the page.'),
  fetched_at: textOrNull('When the page was read, ISO 8601.'),
  extractor: z.enum(['json-ld', 'readability']).nullable().describe('Method that extracted the content.'),
  word_count: z.number().int().describe('Number of words.'),
  truncated: z.boolean().describe('The text was longer than what is analysed.'),
});

export const analysisOutput = z.object({
  id: text('Id of the result.'),
  result_id: text('Same value as `id`.'),
  company_id: text('ID of the company that owns it.'),
  mode: z.enum(ANALYSIS_MODES).describe('Mode of the request.'),
  status: z.literal('completed').describe('Status of the analysis.'),
  source: source.describe('Origin of the text.'),
  text: text('The text that all positions count in.'),
  language: z
    .enum(['ja', 'zh', 'en'])
    .describe('Detected language. Other languages are analyzed with the English rules.'),
  language_confidence: z.number().describe('0–1; at most 0.3 for other languages.'),
  title: textOrNull('Headline of the article.'),
  summary: textOrNull('Two sentences of the text; null in other modes than optimize.'),
  nq: qualityOutput.nullable().describe('The NQ score; null in mode facts.'),
  nq_score: z.number().nullable().describe('Points of the result.'),
  entities: z.array(entity).describe('People, organizations, places and products named in the text.'),
  keywords: listOf('Topics of the text.', {
    term: text('Text of the keyword.'),
    weight: z.number().describe('Value from 0 to 1.'),
  }),
  facts: facts.nullable().describe('Who, what, when, where, why, how; null in mode score.'),
  categories: listOf('At most three.', {
    key: text('Key of the category.'),
    label: text('In the language of the text.'),
    score: z.number().describe('Value from 0 to 1.'),
  }),
  optimized: optimized.nullable().describe('A better release; null in other modes than optimize.'),
  faq: listOf('Questions that the text answers.', {
    question: text('In the language of the text.'),
    answer: text('A sentence of the text.'),
    source_spans: spans,
  }),
  json_ld: z.record(z.string(), z.unknown()).nullable().describe('Markup for the page; null in mode score.'),
  recommendations: listOf('Suggestions that would raise the score, most effective first.', {
    dimension,
    gain: z.number().describe('Points it would add.'),
    text: text('Action that is recommended.'),
    example: text('Example of the action.'),
  }),
  engine: engineName,
  model: textOrNull('The language model that had a part in it.'),
  degraded_reason: degradedReason,
  usage: objectOf('Resources used by the analysis.', {
    input_tokens: z.number().int().describe('Read by models.'),
    output_tokens: z.number().int().describe('Written by models.'),
    cost_usd: z.number().describe('Cost of language models in USD.'),
    currency: z.literal('USD').describe('Currency of the cost.'),
    duration_ms: z.number().int().describe('Duration in milliseconds.'),
  }),
  published: z
    .object({
      article_id: z.number().int().describe('ID of the article.'),
      url: text('URL of the page.'),
      at: text('When, ISO 8601.'),
    })
    .nullable()
    .describe('URL of the publication; `null` if not published.'),
  feedback_summary: objectOf('Summary of the feedback.', {
    up: z.number().int().describe('Number of positive ratings.'),
    down: z.number().int().describe('Number of negative ratings.'),
  }),
  created_at: text('ISO 8601 in the service’s zone.'),
});

export type AnalysisResult = z.output<typeof analysisOutput>;
