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
  step: z.number().int().min(0).max(TOOLS_MAX).describe('The earlier tool of the list, counted from 0'),
  path: z.string().max(200).describe('Where the value stands in its output, e.g. results[0].latitude'),
});

const step = z.object({
  tool: z.string().min(1).max(64).describe('Name of a direct tool or smart service'),
  input: z.record(z.string(), z.unknown()).default({}).describe('Its input, as the tool itself takes it'),
  from: z
    .record(z.string(), source)
    .optional()
    .describe('Fields of the input that earlier tools of the list fill in, by name'),
});

/** What smart and its estimate take: a message, tools by name, or a preset with a message. */
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
  mode: z.enum(['natural-language', 'structured', 'preset']).describe('How the tools were named'),
  source: z.enum(['rules', 'llm', 'cache']).describe('Who chose the tools; a cached route is free of the fee'),
  confidence: z.number().describe('0 to 1: how sure the choice is'),
  steps: listOf('In order', {
    tool: z.string().describe('Name of the tool'),
    input: z.record(z.string(), z.unknown()).describe('Its input'),
    from: z
      .record(z.string(), z.object({ step: z.number(), path: z.string() }))
      .optional()
      .describe('Fields that earlier steps fill in'),
    price: z.number().describe('USD a call'),
  }),
  leftOut: listOf('What was asked for and does not run: the message lacks something, or one call has limits', {
    tool: z.string(),
    target: z.string(),
    missing: z.string().optional(),
  }),
  matched: listOf('Which words spoke for which tool', { tool: z.string(), terms: z.array(z.string()) }),
  alternatives: listOf('Tools that were not chosen, best first', { tool: z.string(), score: z.number() }),
});
