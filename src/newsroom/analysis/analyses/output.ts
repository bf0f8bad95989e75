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
  .describe('Positions of the mentions: first code point of `text`, and the one after the last.');

const entity = z.object({
  text: text('Name as first written in the text.'),
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
    text: text('Date as written in the text.'),
    date: textOrNull('ISO 8601, as precise as the text: a day, a month or a year.'),
    at: textOrNull('Exact time, if the text gives a time of day; ISO 8601.'),
  }),
  where: texts('Places in the text.'),
  why: texts('Reasons, as sentences of the text.'),
  how: texts('Means, as sentences of the text.'),
  numbers: listOf('Number of figures.', {
    text: text('Date as written in the text.'),
    value: z.number().describe('Value of the number.'),
    unit: textOrNull('%, an ISO currency code, or the unit as written.'),
    context: text('Sentence that contains the number.'),
  }),
  quotes: listOf('Number of quotations.', {
    text: text('Words of the quote.'),
    speaker: textOrNull('Speaker of the quote.'),
    role: textOrNull('Role of the speaker.'),
  }),
});

const dimension = z.enum(DIMENSION_KEYS).describe('NQ scores before and after.');

const optimized = z.object({
  title: textOrNull('Headline of the article.'),
  subtitle: textOrNull('Subheadline of the article.'),
  body: text('Text of the release. Unknown facts are placeholders.'),
  changes: listOf('Edits that were made.', {
    dimension,
    before: text('Text before the edit.'),
    after: text('Kind or value of this item.'),
    why: text('Name of the category in the language of the text.'),
  }),
  unverified: z
    .array(
      z.object({
        text: text('Wording before removal.'),
        why: z.literal('not_in_input').describe('Reason for the removal.'),
      }),
    )
    .describe('Claims that the input doesn’t support. They were removed.'),
  placeholders: texts('Keys of the facts to fill in.'),
});

const source = z.object({
  kind: z.enum(['text', 'url']).describe('`given` for submitted text, `read` for text fetched from a URL.'),
  url: textOrNull('URL from the request.'),
  final_url: textOrNull('Final URL after redirects.'),
  title: textOrNull('Title of the text or page.'),
  fetched_at: textOrNull('Time when the page was read, ISO 8601.'),
  extractor: z.enum(['json-ld', 'readability']).nullable().describe('Method that extracted the content.'),
  word_count: z.number().int().describe('Number of words.'),
  truncated: z.boolean().describe('`true` if the text exceeded the limit and only its beginning was analyzed.'),
});

export const analysisOutput = z.object({
  id: text('ID of the result.'),
  result_id: text('Same value as `id`.'),
  company_id: text('ID of the company that owns it.'),
  mode: z.enum(ANALYSIS_MODES).describe('Mode of the request.'),
  status: z.literal('completed').describe('Status of the analysis.'),
  source: source.describe('Origin of the text.'),
  text: text('Analyzed text; all positions refer to it.'),
  language: z
    .enum(['ja', 'zh', 'en'])
    .describe('Detected language. Other languages are analyzed with the English rules.'),
  language_confidence: z.number().describe('Confidence of the detection, 0 to 1; at most 0.3 for other languages.'),
  title: textOrNull('Headline of the article.'),
  summary: textOrNull('Summary in two sentences of the text; `null` unless mode is optimize.'),
  nq: qualityOutput.nullable().describe('NQ score; `null` in mode facts.'),
  nq_score: z.number().nullable().describe('Total points of the result.'),
  entities: z.array(entity).describe('People, organizations, places and products named in the text.'),
  keywords: listOf('Topics of the text.', {
    term: text('Text of the keyword.'),
    weight: z.number().describe('Value from 0 to 1.'),
  }),
  facts: facts.nullable().describe('Answers to who, what, when, where, why and how; `null` in mode score.'),
  categories: listOf('Up to three categories.', {
    key: text('Key of the category.'),
    label: text('Name of the category in the language of the text.'),
    score: z.number().describe('Value from 0 to 1.'),
  }),
  optimized: optimized.nullable().describe('Improved release; `null` unless mode is optimize.'),
  faq: listOf('Questions that the text answers.', {
    question: text('Name of the category in the language of the text.'),
    answer: text('Answer, a sentence of the text.'),
    source_spans: spans,
  }),
  json_ld: z.record(z.string(), z.unknown()).nullable().describe('JSON-LD for the page; `null` in mode score.'),
  recommendations: listOf('Suggestions that would raise the score, most effective first.', {
    dimension,
    gain: z.number().describe('Points it would add.'),
    text: text('Action that is recommended.'),
    example: text('Example of the action.'),
  }),
  engine: engineName,
  model: textOrNull('Language model that contributed; `null` if none.'),
  degraded_reason: degradedReason,
  usage: objectOf('Resources used by the analysis.', {
    input_tokens: z.number().int().describe('Tokens read by models.'),
    output_tokens: z.number().int().describe('Tokens written by models.'),
    cost_usd: z.number().describe('Cost of language models in USD.'),
    currency: z.literal('USD').describe('Currency of the cost.'),
    duration_ms: z.number().int().describe('Duration in milliseconds.'),
  }),
  published: z
    .object({
      article_id: z.number().int().describe('ID of the article.'),
      url: text('URL of the page.'),
      at: text('Time of publication, ISO 8601.'),
    })
    .nullable()
    .describe('URL of the publication; `null` if not published.'),
  feedback_summary: objectOf('Summary of the feedback.', {
    up: z.number().int().describe('Number of positive ratings.'),
    down: z.number().int().describe('Number of negative ratings.'),
  }),
  created_at: text('Time of the entry, ISO 8601 in the server’s time zone.'),
});

export type AnalysisResult = z.output<typeof analysisOutput>;
