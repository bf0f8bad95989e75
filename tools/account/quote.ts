import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';

const NEAREST = 3;

export default defineTool({
  title: 'Binding quote',
  description:
    'Get the price of one call of a tool with exactly this input, guaranteed for five minutes. Nothing is run or charged. For a request in your own words use `smart-estimate`.',
  keywords: 'price of a call, fixed price, guaranteed price, cost of an input, 見積もり, 料金の確認, 报价, 锁定价格',
  route: 'POST /api/account/quote',
  effect: 'read',
  failsWith: ['UNKNOWN_TOOL'],
  input: z.object({
    tool: z.string().min(1).max(64).describe('Name of the tool, e.g. translate.'),
    input: z.record(z.string(), z.unknown()).default({}).describe('Input of the tool, as for the call.'),
  }),
  output: z.object({
    tool: z.string().describe('Name of the tool.'),
    units: z.number().int().describe('Number of times the price of the tool is charged for this input.'),
    price: z.number().describe('Price of the call in USD.'),
    quote: z.string().describe('Token of the quote; a call that carries it costs no more than price.'),
    expiresAt: z.string().describe('End of the quote, ISO 8601 in UTC.'),
  }),
  examples: [{ tool: 'smart-translate', input: { text: 'Good morning', targetLang: 'JA' } }],
  async run({ tool: name, input: raw }, { registry, services, principal }) {
    const tool = registry.get(name);
    if (!tool) throw new FareboxError('UNKNOWN_TOOL', { details: { nearest: registry.nearest(name, NEAREST) } });
    if (tool.definition.quote)
      throw createInvalidInputError([{ path: 'tool', message: `${name} has its quotes from smart-estimate` }]);
    const input = services.quotes.parse(tool, raw);
    const units = tool.countUnits(input);
    const priceMicros = tool.priceMicros * units;
    return {
      tool: tool.name,
      units,
      price: toUsd(priceMicros),
      ...services.quotes.issue({ tool, input, principal }, priceMicros),
    };
  },
});
