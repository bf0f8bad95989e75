/** The subject test of a campaign as it is shown. */
import { z } from 'zod';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { count, listOf } from '../../src/kernel/tool/fields.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import { findAddresses } from '../../src/newsroom/mailing/campaigns/approval/approval-reads.ts';
import { type Campaign, listMailPage } from '../../src/newsroom/mailing/campaigns/reads.ts';
import { readFigures } from '../../src/newsroom/mailing/campaigns/subjects/subject-reads.ts';
import {
  computeRate,
  readSubjectTest,
  SUBJECT_METRICS,
  SUBJECTS,
} from '../../src/newsroom/mailing/campaigns/subjects/subject-test.ts';
import { timeOrNull } from './_shared.ts';

export const SUBJECT_STATES = ['none', 'planned', 'running', 'decided'] as const;

export const subjectTestOutput = z.object({
  state: z.enum(SUBJECT_STATES).describe('none, planned before sending, running until a winner is known, decided.'),
  share: z.number().int().nullable().describe('Percent of the recipients that get each of the two subjects.'),
  metric: z.enum(SUBJECT_METRICS).nullable().describe('Rate by which the winner is chosen.'),
  wait_minutes: z.number().int().nullable().describe('Minutes from the last test email to the decision.'),
  automatic: z.boolean().nullable().describe('`true` if the winner is sent to everyone else automatically.'),
  decides_at: timeOrNull('Earliest time of the decision, as far as known.'),
  winner: z.enum(SUBJECTS).nullable().describe('Subject for the remaining recipients.'),
  decided_at: timeOrNull('Time of the decision.'),
  decided_by: z.string().nullable().describe('Email address of the member who decided; `null` if automatic.'),
  waiting: count('Number of recipients who wait for the winner.'),
  subjects: listOf('Results of the two subjects; empty without a test.', {
    key: z.enum(SUBJECTS).describe('a: the subject of the emails as written; b: the other one.'),
    subject: z.string().describe('Subject of the email.'),
    recipients: count('Number of recipients of the test.'),
    sent: count('Number of emails handed over.'),
    delivered: count('Number of those that did not bounce.'),
    opened: count('Number of emails opened or clicked, machines excluded.'),
    clicked: count('Number of emails clicked, machines excluded.'),
    open_rate: z.number().describe('Opens divided by delivered emails.'),
    click_rate: z.number().describe('Clicks divided by delivered emails.'),
  }),
});

type SubjectTestJson = z.input<typeof subjectTestOutput>;

const NONE: SubjectTestJson = {
  ...{ state: 'none', share: null, metric: null, wait_minutes: null, automatic: null, decides_at: null },
  ...{ winner: null, decided_at: null, decided_by: null, waiting: 0, subjects: [] },
};

export async function showSubjectTest(ctx: CallContext, campaign: Campaign): Promise<SubjectTestJson> {
  const test = readSubjectTest(campaign.subject_test);
  if (test === null) return NONE;
  const { company_id: companyId, id, subject_winner, subject_decided_at, subject_decided_by } = campaign;
  const { database } = ctx.services;
  const figures = await readFigures(database.db, companyId, id);
  const show = (ms: number | null) => (ms === null ? null : formatZonedTime(ms, ctx.server.timeZone));
  const isSplit = figures.a.recipients > 0;
  return {
    state: subject_winner !== null ? 'decided' : isSplit && campaign.started_at !== null ? 'running' : 'planned',
    share: test.share,
    metric: test.metric,
    wait_minutes: test.waitMinutes,
    automatic: test.isAutomatic,
    decides_at: show(campaign.subject_check_at),
    winner: subject_winner,
    decided_at: show(subject_decided_at),
    decided_by: (await findAddresses(database.db, [subject_decided_by])).get(subject_decided_by ?? 0) ?? null,
    waiting: subject_winner === null ? figures.rest.waiting : 0,
    subjects: [
      { key: 'a' as const, subject: await findFirstSubject(ctx, campaign), figures: figures.a },
      { key: 'b' as const, subject: test.subject, figures: figures.b },
    ].map(({ figures: { waiting: _, lastSentAt: _sent, lastDueAt: _due, ...counts }, ...one }) => ({
      ...one,
      ...counts,
      open_rate: computeRate({ ...figures[one.key] }, counts.opened),
      click_rate: computeRate({ ...figures[one.key] }, counts.clicked),
    })),
  };
}

/** A is what the first email that has not got B says. */
async function findFirstSubject({ services: { database } }: CallContext, campaign: Campaign): Promise<string> {
  const query = { companyId: campaign.company_id, campaignId: campaign.id, page: 1, perPage: 2 };
  const mails = await database.read(listMailPage, query);
  const b = readSubjectTest(campaign.subject_test)?.subject;
  return (mails.find(({ subject }) => subject !== b) ?? mails[0])?.subject ?? '';
}
