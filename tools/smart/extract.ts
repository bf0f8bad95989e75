import { z } from 'zod';
import { UpstreamFailure } from '../../src/kernel/errors/failure.ts';
import { firstOf } from '../../src/kernel/tool/chain.ts';
import { withTimeout } from '../../src/kernel/tool/context.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import { computeSmallModelCeiling, smallModels } from '../../src/providers/shared/chat/small-models.ts';
import { attemptsShape } from './_attempts.ts';
import { EXTRACTION_MICROS_MAX, extractWith } from './_extraction.ts';
import { buildReaderSources, computeReadingCeiling, listFirstReaders, readerOrder } from './_readers.ts';
import { type CallerSchema, findSchemaFault } from './_schema.ts';
import { lexicon } from './extract.lexicon.ts';

/** More is not shown to a model anyway. */
const TOKENS_MAX = 24_000;
/** Of the time, for the page; the rest is for the models. */
const READING_SHARE = 0.5;
const SCHEMA_CHARS_MAX = 20_000;

const languages = { en: 'English', ja: 'Japanese', zh: 'Chinese' } as const;

const text: CallerSchema = { type: 'string' };

/** Default schema if the caller names nothing. */
const anyPage: CallerSchema = {
  type: 'object',
  properties: {
    title: { ...text, description: 'What the page is called' },
    type: {
      ...text,
      enum: ['article', 'product', 'documentation', 'listing', 'profile', 'event', 'recipe', 'forum', 'other'],
    },
    summary: { ...text, description: 'What it says, in two or three sentences' },
    keyPoints: { type: 'array', items: text, description: 'Its main points, at most ten' },
    facts: {
      type: 'array',
      description: 'Names, dates, prices and figures that it states, at most twenty',
      items: { type: 'object', properties: { name: text, value: text }, required: ['name', 'value'] },
    },
  },
  required: ['title', 'type', 'summary', 'keyPoints', 'facts'],
};

const fieldsSchema = (fields: readonly string[]): CallerSchema => ({
  type: 'object',
  properties: Object.fromEntries(fields.map((field) => [field, { type: ['string', 'null'] }])),
  required: [...fields],
});

interface Input {
  mode: 'auto' | 'schema' | 'fields';
  schema?: Record<string, unknown> | undefined;
  fields?: string[] | undefined;
}

/** By what is given, where the mode is left to us. */
function schemaOf({ mode, schema, fields }: Input): { used: Input['mode']; schema: CallerSchema } {
  if (schema && mode !== 'fields') return { used: 'schema', schema };
  return fields && mode !== 'schema'
    ? { used: 'fields', schema: fieldsSchema(fields) }
    : { used: 'auto', schema: anyPage };
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

export default defineTool({
  title: 'Extract data from a page',
  description:
    'Extract data from a web page as JSON, by JSON Schema or field names. For the text of a page use `smart-read`.',
  price: usd('0.009'),
  effect: 'read',
  category: 'scrape',
  uses: smallModels.map(({ provider }) => provider),
  fetches: ['url'],
  input: z
    .object({
      url: z.string().trim().min(1).max(4096).describe('Page URL, http or https.'),
      mode: z
        .enum(['auto', 'schema', 'fields'])
        .default('auto')
        .describe('auto: uses schema or fields if given, otherwise summarizes the page.'),
      schema: z
        .record(z.string(), z.unknown())
        .superRefine((schema, check) => {
          const isLong = JSON.stringify(schema).length > SCHEMA_CHARS_MAX;
          const fault = isLong ? `The schema has more than ${SCHEMA_CHARS_MAX} characters` : findSchemaFault(schema);
          if (fault !== null) check.addIssue(fault);
        })
        .optional()
        .describe('JSON Schema of type object. Keywords: type, properties, items, enum, required, description.'),
      fields: z
        .array(z.string().trim().min(1).max(64))
        .min(1)
        .max(50)
        .refine((names) => new Set(names).size === names.length && !names.includes('__proto__'), 'Name each field once')
        .optional()
        .describe('Names of the values to extract, e.g. ["price"].'),
      language: z.enum(['en', 'ja', 'zh']).optional().describe('Language of generated text.'),
    })
    .refine(({ mode, schema }) => mode !== 'schema' || schema, { path: ['schema'], message: 'Provide schema' })
    .refine(({ mode, fields }) => mode !== 'fields' || fields, { path: ['fields'], message: 'Provide the fields' }),
  output: z.object({
    data: z.record(z.string(), z.unknown()).describe('Extracted data; matches the schema or the fields.'),
    url: z.string().describe('URL of the page after redirects.'),
    title: z.string().nullable().describe('Title of the page; null if it has none.'),
    mode: z.enum(['auto', 'schema', 'fields']).describe('Mode that was used.'),
    model: z.string().describe('ID of the model that extracted the data.'),
    readBy: z.string().describe('ID of the provider that read the page.'),
    sourceUsed: z.string().describe('ID of the provider that runs the model.'),
    fallbackUsed: z.boolean().describe('`true` if an earlier reader or model failed and another answered instead.'),
    attempts: attemptsShape,
  }),
  lexicon,
  examples: [
    { url: 'https://example.com/' },
    { url: 'https://example.com/shop', fields: ['product name', 'price'] },
    {
      url: 'https://example.com/shop',
      mode: 'schema',
      schema: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          price: { type: 'number', description: 'USD' },
          opened: { type: 'integer', description: 'Year' },
        },
        required: ['name', 'price'],
      },
      language: 'en',
    },
  ],
  costCeiling(_input, settings) {
    const isSet = (id: string): boolean => settings === undefined || settings(id) !== null;
    const reading = listFirstReaders(1, settings).reduce(
      (sum, name) => sum + computeReadingCeiling(name, TOKENS_MAX, settings),
      0,
    );
    const model = smallModels.find(({ provider }) => isSet(provider.id));
    const isFree = !model || computeSmallModelCeiling(model, { prompt: 'a', maxTokens: 1 }) === 0;
    return reading + (isFree ? 0 : EXTRACTION_MICROS_MAX);
  },
  async run(input, ctx) {
    const { url, language } = input;
    const { used, schema } = schemaOf(input);
    const sources = buildReaderSources({ url, tokensMax: TOKENS_MAX });
    const leftMs = ctx.deadlineMs - Date.now();
    const sourceResult = await firstOf(readerOrder, sources, withTimeout(ctx, leftMs * READING_SHARE));
    const { title, content, url: finalUrl } = sourceResult.value;
    const page = { url: finalUrl, title, text: content };
    const extraction = await extractWith({ schema, page, language: language ? languages[language] : null }, ctx);
    const { data, model } = extraction.value;
    if (Object.values(data).every(isEmpty)) {
      throw new UpstreamFailure('empty', extraction.sourceUsed, {
        message: 'The page contains none of this. Nothing was charged.',
      });
    }
    return {
      data,
      url: finalUrl,
      title,
      mode: used,
      model,
      readBy: sourceResult.sourceUsed,
      sourceUsed: extraction.sourceUsed,
      fallbackUsed: sourceResult.fallbackUsed || extraction.fallbackUsed,
      attempts: ctx.attempts,
    };
  },
});
