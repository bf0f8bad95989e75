import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { listOf, objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { addDays, findDayStart, parseDay, readDayOf, readWeekday } from '../../src/newsroom/common/days.ts';
import { type Figures, readPeriod } from '../../src/newsroom/operations/reports/period-reads.ts';

const periods = ['day', 'week', 'month'] as const;
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const totals = z.object({
  articles: z.number().int().describe('Number of new articles.'),
  analyzed: z.number().int().describe('Number of analyzed articles.'),
  sent: z.number().int().describe('Number of emails accepted by mail servers.'),
  opens: z.number().int().describe('Number of emails opened for the first time, without automated opens.'),
  clicks: z.number().int().describe('Number of emails clicked for the first time, without automated clicks.'),
  signups: z.number().int().describe('Number of new companies.'),
});
type Totals = z.input<typeof totals>;
const change = z.number().nullable();

export default defineTool({
  title: 'Daily report',
  description:
    'Return the figures of a day, week or month compared with the previous one, by hour, weekday, category, keyword and source.',
  route: 'GET /admin/daily-report',
  effect: 'read',
  failsWith: ['INVALID_INPUT'],
  input: z.object({
    period: z.string().default('day').describe('Period: day, week (from Monday) or month.'),
    date: z.string().default('').describe('A day in the period, YYYY-MM-DD. Default: today.'),
  }),
  output: z.object({
    period: z.enum(periods).describe('Value from the request.'),
    date: z.string().describe('Value from the request.'),
    from: z.string().describe('ISO 8601 timestamp with offset.'),
    to: z.string().describe('End of the period (exclusive), ISO 8601 with offset.'),
    totals: totals.describe('Totals of the period.'),
    previous: totals.describe('Totals of the previous period.'),
    change: objectOf('Change from the previous period.', {
      articles: change.describe('Change compared with the previous period, as a share; `null` if that was 0.'),
      analyzed: change.describe('Change as in `articles`.'),
      sent: change.describe('Change as in `articles`.'),
      opens: change.describe('Change as in `articles`.'),
      clicks: change.describe('Change as in `articles`.'),
      signups: change.describe('Change as in `articles`.'),
    }),
    by_hour: listOf('One row per hour.', {
      hour: z.number().int().describe('Hour, 0 to 23.'),
      count: z.number().int().describe('Number of articles.'),
    }),
    by_weekday: z
      .array(
        z.object({
          weekday: z.enum(weekdays).describe('Weekday, starting with mon.'),
          count: z.number().int().describe('Number of articles.'),
        }),
      )
      .describe('One row per weekday.'),
    categories: listOf('The 20 most frequent.', {
      key: z.string().describe('Key of the category.'),
      count: z.number().int().describe('Number of articles.'),
      share: z.number().describe('Share of the period’s total, 0 to 1.'),
    }),
    keywords: listOf('The 20 most frequent.', {
      term: z.string().describe('Text of the keyword.'),
      count: z.number().int().describe('Number of articles.'),
    }),
    sources: listOf('The 20 most frequent.', {
      source_type: z.string().describe('Key of the source.'),
      count: z.number().int().describe('Number of articles.'),
    }),
    top_articles: listOf('The ten articles with the highest scores.', {
      article_id: z.number().int().describe('ID of the article.'),
      title: z.string().describe('Headline of the article.'),
      nq_score: z.number().describe('NQ score, 0 to 100.'),
    }),
  }),
  examples: [{}, { period: 'week' }],
  async run({ period: periodName, date: day }, ctx) {
    const period = periods.find((name) => name === periodName);
    if (period === undefined) {
      throw new FareboxError('INVALID_INPUT', { message: `period must be one of: ${periods.join(', ')}` });
    }
    const { database } = ctx.services;
    const { timeZone: zone } = ctx.server;
    const date = day === '' ? readDayOf(await database.now(), zone) : parseDay(day);
    if (date === null) throw new FareboxError('INVALID_INPUT', { message: 'date must be a day such as 2026-11-21' });
    const first = findFirstDay(period, date);
    const [next, last] = [findNextDay(period, first), findFirstDay(period, addDays(first, -1))];
    const [lastMs, fromMs, toMs] = [last, first, next].map((one) => findDayStart(one, zone));
    const now = { fromMs: fromMs ?? 0, toMs: toMs ?? 0 };
    const before = { fromMs: lastMs ?? 0, toMs: now.fromMs };
    const report = await database.read(readPeriod, { now, before, zone });
    const [sums, previous] = [sumUp(report.now), sumUp(report.before)];
    return {
      period,
      date,
      from: formatZonedTime(now.fromMs, zone),
      to: formatZonedTime(now.toMs, zone),
      totals: sums,
      previous,
      change: {
        articles: compare(sums.articles, previous.articles),
        analyzed: compare(sums.analyzed, previous.analyzed),
        sent: compare(sums.sent, previous.sent),
        opens: compare(sums.opens, previous.opens),
        clicks: compare(sums.clicks, previous.clicks),
        signups: compare(sums.signups, previous.signups),
      },
      by_hour: report.byHour.map((count, hour) => ({ hour, count })),
      by_weekday: weekdays.map((weekday, index) => ({ weekday, count: report.byWeekday[index] ?? 0 })),
      categories: report.categories.map(({ key, count }) => ({ key, count, share: round(count / sums.articles) })),
      keywords: report.keywords,
      sources: report.sources,
      top_articles: report.top,
    };
  },
});

type Period = (typeof periods)[number];

function findFirstDay(period: Period, date: string): string {
  if (period === 'day') return date;
  return period === 'month' ? `${date.slice(0, 'YYYY-MM'.length)}-01` : addDays(date, 1 - readWeekday(date));
}

function findNextDay(period: Period, first: string): string {
  if (period === 'month') return findFirstDay('month', addDays(first, 31));
  return addDays(first, period === 'week' ? 7 : 1);
}

const sumUp = ({ articles, analyzed, mail, opens, clicks, signups }: Figures): Totals => ({
  articles,
  analyzed,
  sent: mail.sent,
  opens,
  clicks,
  signups,
});

const compare = (now: number, before: number): number | null => (before === 0 ? null : round((now - before) / before));
const round = (share: number): number => Math.round(share * 100) / 100;
