import { z } from 'zod';
import { count, listOf, objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { addDays, findDayStart, readDayOf } from '../../src/newsroom/common/days.ts';
import { countPeople, type Responses } from '../../src/newsroom/operations/reports/response-reads.ts';
import { type MailingFigures, readTracking } from '../../src/newsroom/operations/reports/tracking-reads.ts';

const DAYS = 30;

const rate = (about: string) => z.number().describe(`${about} 0 with nothing delivered.`);
const responses = z.object({
  human: count('Opens or clicks by people.'),
  unknown: count('By people or machines: nothing proves either.'),
  machine: count('By machines alone.'),
});
const figures = {
  sent: count('Number of emails handed over.'),
  delivered: count('Of these, without those that came back.'),
  open_rate: rate('Share of delivered emails opened by a person or an unknown reader.'),
  click_rate: rate('The same of links that were followed.'),
  opens: responses.describe('Mails that were opened, each once.'),
  clicks: responses.describe('Mails of which a link was followed, each once.'),
};

const definitions = {
  open_rate: '(human or unknown) unique opens / delivered',
  click_rate: '(human or unknown) unique clicks / delivered',
  signup_rate:
    'companies created within 30 days after a mail was delivered to an address of their mail domain / delivered',
} as const;

export default defineTool({
  title: 'Email performance',
  description:
    'Opens, clicks and sign-ups of all mail of campaigns and of the service itself, people apart from machines.',
  route: 'GET /admin/tracking',
  effect: 'read',
  output: z.object({
    period: z.literal('all').describe('Since the first mail.'),
    ...figures,
    signup_rate: rate('Share of delivered emails that led to a sign-up.'),
    signups: count('Companies that were made within 30 days after a mail to their mail domain.'),
    by_kind: objectOf('Figures by kind of email.', {
      campaign: z.object(figures).describe('Campaigns of companies.'),
      diagnosis: z.object(figures).describe('Diagnosis emails of this server.'),
    }),
    by_day: listOf(`The last ${DAYS} days, the oldest first.`, {
      date: z.string().describe('YYYY-MM-DD in the service’s zone.'),
      sent: count('Handed over on that day.'),
      opens: count('First opened on that day, not by a machine.'),
      clicks: count('First link followed on that day, not by a machine.'),
    }),
    by_category: listOf('The one with most mails first.', {
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
