import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { categories } from '../../src/kernel/tool/tool.ts';

export const TOOLS_MAX = 3;
/** Unicode code points. */
export const MESSAGE_MAX = 2000;
/** Clients of MCP give up after a minute: an answer, or the refund, is there well before. */
export const DEADLINE_MS = 45_000;

const message = z
  .string()
  .trim()
  .min(1)
  .refine((text) => Array.from(text).length <= MESSAGE_MAX, `At most ${MESSAGE_MAX} characters`)
  .meta({ maxLength: MESSAGE_MAX });

const source = z.object({
  step: z.number().int().min(0).max(TOOLS_MAX).describe('Index of the earlier tool, starting at 0.'),
  path: z.string().max(200).describe('Path of the value in its output, e.g. results[0].latitude.'),
});

const step = z.object({
  tool: z.string().min(1).max(64).describe('Name of the tool, e.g. geocode.'),
  input: z.record(z.string(), z.unknown()).default({}).describe('Input of the tool, as for a direct call.'),
  from: z
    .record(z.string(), source)
    .optional()
    .describe('Input fields to fill from outputs of earlier tools, by field name.'),
});

/** Input of smart and its estimate: a message, tools by name, or a preset with a message. */
export const requestShape = () =>
  z
    .object({
      message: message.optional().describe('Request in English, Japanese or Chinese.'),
      tools: z
        .array(step)
        .min(1)
        .max(TOOLS_MAX)
        .optional()
        .describe('Tools to call in order, instead of message: {tool, input, from?}.'),
      preset: z
        .string()
        .min(1)
        .max(40)
        .optional()
        .describe('Tool combination for message: navigator, researcher or translator-pro.'),
      category: z.enum(categories).optional().describe('Choose only from this category.'),
      language: z.enum(['en', 'ja', 'zh']).optional().describe('Language of the answer. Default: as in message.'),
      maxPrice: z.number().min(0).max(1_000_000).optional().describe('Maximum total price in USD.'),
    })
    .refine(({ message: text, tools }) => text !== undefined || tools !== undefined, {
      path: ['message'],
      message: 'Say what you want in message, or name the tools in tools',
    })
    .refine(({ preset, tools }) => preset === undefined || tools === undefined, {
      path: ['preset'],
      message: 'Use preset with message, not with tools',
    })
    .refine(({ category, tools, preset }) => category === undefined || (tools === undefined && preset === undefined), {
      path: ['category'],
      message: 'category only applies to message',
    });

export const routeShape = z.object({
  mode: z.enum(['natural-language', 'structured', 'preset']).describe('Method by which the tools were chosen.'),
  source: z
    .enum(['rules', 'llm', 'cache'])
    .describe('Source of the choice: rules, a language model, or a cached route without fee.'),
  confidence: z.number().describe('Confidence of the choice, 0 to 1.'),
  steps: listOf('Tools to call, in order.', {
    tool: z.string().describe('Name of the tool.'),
    input: z.record(z.string(), z.unknown()).describe('Input of the tool.'),
    from: z
      .record(
        z.string(),
        z.object({
          step: z.number().describe('Index of the earlier tool.'),
          path: z.string().describe('Path of the value in its output.'),
        }),
      )
      .optional()
      .describe('Input fields filled from earlier outputs.'),
    price: z.number().describe('Price of the tool in USD.'),
  }),
  leftOut: listOf('Requested parts that do not run: details are missing or the tool limit is reached.', {
    tool: z.string().describe('Tool that would be needed.'),
    target: z.string().describe('Part of the message it would handle.'),
    missing: z.string().optional().describe('Detail that the message lacks.'),
  }),
  matched: listOf('Words of the message that led to each tool.', {
    tool: z.string().describe('Name of the tool.'),
    terms: z.array(z.string()).describe('Words that matched the tool.'),
  }),
  alternatives: listOf('Tools that were not chosen, best match first.', {
    tool: z.string().describe('Name of the tool.'),
    score: z.number().describe('Match score; higher is better.'),
  }),
});
