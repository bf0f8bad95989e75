/** Sections `priceLists` and `accounts` of `farebox.yaml`: terms of single customers. */
import { z } from 'zod';
import { amount, flag, percentage, price } from './values.ts';

/** Terms of every account that has none of its own. */
export const DEFAULT_ACCOUNT = 'default';

const LIST_NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

const listPrice = z.union(
  [
    price,
    z.strictObject({
      price,
      belowCost: flag.optional().describe('true sells at this price even where a call costs more.'),
    }),
  ],
  { error: 'must be a price in USD such as 0.004, or a mapping such as { price: 0.004 }' },
);

const priceList = z.strictObject({
  discount: percentage(1).optional().describe('Taken off the price of every paid tool, such as 20%; never below cost.'),
  tools: z
    .record(z.string().min(1).max(128), listPrice)
    .optional()
    .describe('Prices of single tools, built-in or your own, by tool name. The discount does not apply to them.'),
});

export const priceLists = z
  .record(z.string().regex(LIST_NAME, 'must be lower-case words joined by hyphens, such as partner').max(40), priceList)
  .describe('Prices for single accounts, by name of the list.');

const maxPrice = amount
  .optional()
  .describe(
    'USD that one call may cost if it states no maxPrice. Longer inputs run up to it. Default: the flat price.',
  );

const account = z.strictObject({
  prices: z.string().optional().describe('Name of a price list.'),
  maxPrice,
  keys: z
    .record(
      z.string().regex(/^key_[0-9A-Za-z]+$/, 'must be the id of a key, such as key_0123abc'),
      z.strictObject({ maxPrice }),
    )
    .optional()
    .describe('Terms of single keys, by keyId.'),
});

export const accounts = z
  .record(
    z.string().regex(/^(?:default|agt_[0-9A-Za-z]+)$/, 'must be an agentId such as agt_0123abc, or default'),
    account,
  )
  .refine((all) => all[DEFAULT_ACCOUNT]?.prices === undefined, {
    path: [DEFAULT_ACCOUNT, 'prices'],
    message: 'cannot be set for all accounts. Change the prices under `tools` instead',
  })
  .refine((all) => all[DEFAULT_ACCOUNT]?.keys === undefined, {
    path: [DEFAULT_ACCOUNT, 'keys'],
    message: 'belong to one account. Put them under its agentId',
  })
  .describe('Terms of single accounts by agentId; `default` for all others.');

export type PriceList = z.output<typeof priceList>;
