import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { listOf, objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { toUsd } from '../../src/lib/money.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { findDayStart, readDayOf } from '../../src/newsroom/common/days.ts';
import { readCosts } from '../../src/newsroom/operations/reports/cost-reads.ts';
import { addCosts, groupCosts, spread } from './_costs.ts';

const periods = ['today', 'month', 'all'] as const;
const FIRST_DAY = '2020-01-01';
const tokens = z.object({
  input: z.number().int().describe('Tokens read by models.'),
  output: z.number().int().describe('Tokens written by models.'),
});

export default defineTool({
  title: 'Newsroom costs',
  description:
    'Return the cost of the newsroom’s language models, translators and other providers, from recorded calls.',
  route: 'GET /admin/cost',
  effect: 'read',
  failsWith: ['INVALID_INPUT'],
  input: z.object({ period: z.string().default('today').describe('Period: today, month or all.') }),
  output: z.object({
    period: z.enum(periods).describe('Period as requested.'),
    from: z.string().describe('ISO 8601 timestamp with offset.'),
    to: z.string().describe('End of the period.'),
    currency: z.literal('USD').describe('Currency of all amounts.'),
    total_cost: z.number().describe('Amount in USD.'),
    total_calls: z.number().int().describe('Number of completed calls.'),
    total_tokens: tokens.describe('Total number of tokens.'),
    by_service: listOf('Costs by service and provider.', {
      service: z.string().describe('llm, translate, read, embed or mail.'),
      provider: z.string().describe('ID of the provider.'),
      calls: z.number().int().describe('Number of calls.'),
      cost: z.number().describe('Amount in USD.'),
      tokens: tokens.describe('Number of tokens.'),
      errors: z.number().int().describe('Number of failed calls.'),
      avg_latency_ms: z.number().int().describe('Average latency of a call in milliseconds.'),
    }),
    by_operation: listOf('Costs by operation.', {
      operation: z.string().describe('Purpose of the calls.'),
      calls: z.number().int().describe('Number of calls.'),
      cost: z.number().describe('Amount in USD.'),
      cost_per_unit: z.number().describe('Cost per call in USD.'),
    }),
    by_day: listOf('Days with calls, oldest first.', {
      date: z.string().describe('Date in YYYY-MM-DD format.'),
      cost: z.number().describe('Amount in USD.'),
    }),
    per_article: z.number().describe('Cost per analyzed article in USD.'),
    per_mail_sent: z.number().describe('Cost per sent campaign or diagnosis email in USD.'),
    budget: objectOf('Monthly budget, from LLM_MONTHLY_BUDGET_USD.', {
      limit: z.number().nullable().describe('Budget per month in USD for models and translations.'),
      used_share: z
        .number()
        .nullable()
        .describe('Used share of the monthly budget, 0 to 1, including calls in progress.'),
    }),
    estimated: z
      .boolean()
      .describe('`true` if a provider did not report its usage; the highest possible cost is counted then.'),
  }),
  examples: [{}, { period: 'month' }],
  async run({ period: periodName }, ctx) {
    const period = periods.find((one) => one === periodName);
    if (period === undefined) {
      throw new FareboxError('INVALID_INPUT', { message: `period must be one of: ${periods.join(', ')}` });
    }
    const { database, models } = ctx.services;
    const { timeZone: zone } = ctx.server;
    const nowMs = await database.now();
    const to = readDayOf(nowMs, zone);
    const from = { today: to, month: `${to.slice(0, 'YYYY-MM'.length)}-01`, all: FIRST_DAY }[period];
    const { days, articles, mails, monthMicros } = await database.read(readCosts, { from, to, zone });
    const total = addCosts(days);
    const [first = to] = days.map(({ day }) => day).sort();
    const limit = models.budgetMicros;
    return {
      period,
      from: formatZonedTime(findDayStart(period === 'all' ? first : from, zone), zone),
      to: formatZonedTime(nowMs, zone),
      currency: 'USD' as const,
      total_cost: toUsd(total.cost_micros),
      total_calls: total.calls,
      total_tokens: { input: total.input_tokens, output: total.output_tokens },
      by_service: groupCosts(days, ({ service, provider }) => `${service} ${provider}`).map(({ key, sum }) => ({
        service: key.split(' ')[0] ?? '',
        provider: key.split(' ')[1] ?? '',
        calls: sum.calls,
        cost: toUsd(sum.cost_micros),
        tokens: { input: sum.input_tokens, output: sum.output_tokens },
        errors: sum.errors,
        avg_latency_ms: Math.round(sum.latency_ms / Math.max(1, sum.calls)),
      })),
      by_operation: groupCosts(days, ({ operation }) => operation).map(({ key, sum }) => ({
        operation: key,
        calls: sum.calls,
        cost: toUsd(sum.cost_micros),
        cost_per_unit: spread(sum.cost_micros, sum.calls),
      })),
      by_day: groupCosts(days, ({ day }) => day).map(({ key, sum }) => ({ date: key, cost: toUsd(sum.cost_micros) })),
      per_article: spread(total.cost_micros, articles),
      per_mail_sent: spread(total.cost_micros, mails),
      budget: { limit: toUsd(limit), used_share: limit === 0 ? null : Math.round((monthMicros / limit) * 1e4) / 1e4 },
      estimated: total.estimates > 0,
    };
  },
});
