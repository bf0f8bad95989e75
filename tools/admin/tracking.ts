import { z } from 'zod';
import { count, listOf, objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { addDays, findDayStart, readDayOf } from '../../src/newsroom/common/days.ts';
import { countPeople, type Responses } from '../../src/newsroom/operations/reports/response-reads.ts';
import { type MailingFigures, readTracking } from '../../src/newsroom/operations/reports/tracking-reads.ts';

const DAYS = 30;

const rate = (about: string) => z.number().describe(`${about}, 0 to 1. 0 if nothing was delivered.`);
const responses = z.object({
  human: count('Opens or clicks by people.'),
  unknown: count('Number of emails opened or clicked by an unknown reader: a person or a machine.'),
  machine: count('Number of emails opened or clicked by machines only.'),
});
const figures = {
  sent: count('Number of emails handed over.'),
  delivered: count('Number of sent emails that did not bounce.'),
  open_rate: rate('Share of delivered emails opened by a person or an unknown reader'),
  click_rate: rate('Share of delivered emails clicked by a person or an unknown reader'),
  opens: responses.describe('Number of opened emails, each counted once.'),
  clicks: responses.describe('Number of clicked emails, each counted once.'),
};

const definitions = {
  open_rate: '(human or unknown) unique opens / delivered',
  click_rate: '(human or unknown) unique clicks / delivered',
  signup_rate: 'companies created within 30 days of a delivered email to an address of their domain / delivered',
} as const;

export default defineTool({
  title: 'Email performance',
  description:
    'Return opens, clicks and sign-ups of all campaign and diagnosis emails, with people and machines counted separately.',
  route: 'GET /admin/tracking',
  effect: 'read',
  output: z.object({
    period: z.literal('all').describe('Period: all emails since the first one.'),
    ...figures,
    signup_rate: rate('Share of delivered emails that led to a sign-up'),
    signups: count('Number of companies created within 30 days of an email to their domain.'),
    by_kind: objectOf('Figures by kind of email.', {
      campaign: z.object(figures).describe('Campaigns of companies.'),
      diagnosis: z.object(figures).describe('Diagnosis emails of this server.'),
    }),
    by_day: listOf(`The last ${DAYS} days, oldest first.`, {
      date: z.string().describe('Date in the server’s time zone, YYYY-MM-DD.'),
      sent: count('Number of emails sent on this day.'),
      opens: count('Number of emails first opened on this day, without automated opens.'),
      clicks: count('Number of emails first clicked on this day, without automated clicks.'),
    }),
    by_category: listOf('Categories, most emails first.', {
      category: z.string().describe('Category of the related article.'),
      ...{ sent: figures.sent, delivered: figures.delivered },
      ...{ open_rate: figures.open_rate, click_rate: figures.click_rate },
    }),
    definitions: z.record(z.string(), z.string()).describe('Definitions of the rates.'),
  }),
  async run(_input, ctx) {
    const { database } = ctx.services;
    const { timeZone: zone } = ctx.server;
    const today = readDayOf(await database.now(), zone);
    const days = Array.from({ length: DAYS + 1 }, (_, at) => addDays(today, at + 1 - DAYS));
    const dayStarts = days.map((day) => findDayStart(day, zone));
    const report = await database.read(readTracking, { dayStarts });
    const { campaign, diagnosis } = report.byKind;
    const all = describeFigures(addFigures(campaign, diagnosis));
    return {
      period: 'all' as const,
      ...all,
      signup_rate: divide(report.signups, all.delivered),
      signups: report.signups,
      by_kind: { campaign: describeFigures(campaign), diagnosis: describeFigures(diagnosis) },
      by_day: report.days.map((counts, at) => ({ date: days[at] ?? '', ...counts })),
      by_category: report.categories.map(({ category, sent, delivered, opens, clicks }) => ({
        ...{ category, sent, delivered },
        open_rate: divide(opens, delivered),
        click_rate: divide(clicks, delivered),
      })),
      definitions,
    };
  },
});

const divide = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000;

const describeFigures = ({ sent, delivered, opens, clicks }: MailingFigures) => ({
  ...{ sent, delivered, opens, clicks },
  open_rate: divide(countPeople(opens), delivered),
  click_rate: divide(countPeople(clicks), delivered),
});

const addResponses = (one: Responses, other: Responses): Responses => ({
  human: one.human + other.human,
  unknown: one.unknown + other.unknown,
  machine: one.machine + other.machine,
});

const addFigures = (one: MailingFigures, other: MailingFigures): MailingFigures => ({
  sent: one.sent + other.sent,
  delivered: one.delivered + other.delivered,
  opens: addResponses(one.opens, other.opens),
  clicks: addResponses(one.clicks, other.clicks),
});
