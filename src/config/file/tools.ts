/** Section `tools` of `farebox.yaml`: how the built-in tools are sold. */
import { z } from 'zod';
import { flag, percentage, price } from './values.ts';

const MARKUP_MAX = 100;

const terms = z
  .strictObject({
    price: price
      .optional()
      .describe(
        'USD per call, or `free`. A metered tool covers less for a lower price, so that it never sells below cost.',
      ),
    markup: percentage(MARKUP_MAX)
      .optional()
      .describe(
        'Price as the highest cost of a call plus this share, such as 50%. Follows the costs of your providers.',
      ),
    disabled: flag.optional().describe('true does not offer the tool.'),
    belowCost: flag
      .optional()
      .describe('true sells at `price` even where a call costs more. The doctor warns about it.'),
  })
  .refine(({ price: fixed, markup }) => fixed === undefined || markup === undefined, {
    path: ['markup'],
    message: 'cannot be combined with `price`. Remove one of them',
  })
  .refine(({ price: fixed, belowCost }) => belowCost !== true || fixed !== undefined, {
    path: ['belowCost'],
    message: 'needs a `price`',
  });

export const tools = z
  .record(
    z.string().min(1).max(64),
    z.union([z.literal(false), terms], { error: 'must be false (not offered) or a mapping such as { price: 0.002 }' }),
  )
  .describe('Prices of built-in tools by tool name; false does not offer a tool.');

export type ToolTerms = z.output<typeof terms>;
