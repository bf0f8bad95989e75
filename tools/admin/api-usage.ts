import { z } from 'zod';
import { listOf, objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { readDayOf } from '../../src/newsroom/common/days.ts';
import { listNewestCosts, readCosts } from '../../src/newsroom/operations/reports/cost-reads.ts';
import { addCosts, groupCosts } from './_costs.ts';

const DETAIL_MAX = 100;
const span = z.object({
  calls: z.number().int().describe('Number of calls.'),
  cost: z.number().describe('Amount in USD.'),
});

export default defineTool({
  title: 'Provider usage',
  description:
    'Return the newsroom’s requests per provider with their cost, and the same usage at this server’s prices.',
  route: 'GET /admin/api-usage',
  effect: 'read',
  output: z.object({
    today: span.describe('Figures of today in the server’s time zone.'),
    month: span.describe('Figures of this month, including today.'),
    by_service: listOf('Figures of this month.', {
      service: z.string().describe('llm, translate, read, embed or mail.'),
      calls: z.number().int().describe('Figures of this month.'),
      cost: z.number().describe('Amount in USD.'),
      market_price: z.number().describe('Cost in USD at this server’s public prices.'),
      saved: z.number().describe('Difference between the two costs, in USD.'),
    }),
    detail: listOf('The 100 latest requests.', {
      at: z.string().describe('ISO 8601 timestamp with offset.'),
      service: z.string().describe('llm, translate, read, embed or mail.'),
      provider: z.string().describe('ID of the provider.'),
      operation: z.string().describe('Purpose of the requests.'),
      article_id: z.number().int().nullable().describe('ID of the article.'),
      tokens: objectOf('Tokens used by a language model.', {
        input: z.number().int().describe('Number of input tokens.'),
        output: z.number().int().describe('Number of output tokens.'),
      }),
      cost: z.number().describe('Amount in USD.'),
      status: z.string().describe('ok, open while the request is running, or the kind of failure.'),
    }),
    market_price: objectOf('Cost at this server’s prices.', {
      total: z.number().describe('Cost of this month in USD.'),
      basis: z.string().describe('Basis of the calculation.'),
    }),
  }),
  async run(_input, ctx) {
    const { database } = ctx.services;
    const { timeZone: zone } = ctx.server;
    const to = readDayOf(await database.now(), zone);
    const { days } = await database.read(readCosts, { from: `${to.slice(0, 'YYYY-MM'.length)}-01`, to, zone });
    const newest = await database.read(listNewestCosts, { most: DETAIL_MAX });
    const [today, month] = [addCosts(days.filter(({ day }) => day === to)), addCosts(days)];
    return {
      today: { calls: today.calls, cost: toUsd(today.cost_micros) },
      month: { calls: month.calls, cost: toUsd(month.cost_micros) },
      by_service: groupCosts(days, ({ service }) => service).map(({ key, sum }) => ({
        service: key,
        calls: sum.calls,
        cost: toUsd(sum.cost_micros),
        market_price: toUsd(sum.market_micros),
        saved: toUsd(sum.market_micros - sum.cost_micros),
      })),
      detail: newest.map(({ at, input_tokens, output_tokens, cost_micros, ...row }) => ({
        at: formatZonedTime(at, zone),
        ...row,
        tokens: { input: input_tokens, output: output_tokens },
        cost: toUsd(cost_micros),
      })),
      market_price: { total: toUsd(month.market_micros), basis: 'Farebox L2 list price per call' },
    };
  },
});
