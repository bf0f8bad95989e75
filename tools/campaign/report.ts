import { z } from 'zod';
import { Bytes } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import '../../src/newsroom/content/releases/pdf/printer.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import {
  COVERAGE_MAX,
  type Coverage,
  listCoverage,
} from '../../src/newsroom/content/release-coverage/coverage-reads.ts';
import { findRelease } from '../../src/newsroom/content/releases/reads.ts';
import { readOutcome } from '../../src/newsroom/mailing/campaigns/outcome-reads.ts';
import { type Campaign, requireCampaign } from '../../src/newsroom/mailing/campaigns/reads.ts';
import {
  computeFigures,
  type ReportFigures,
  type ReportSubject,
} from '../../src/newsroom/mailing/campaigns/report/figures.ts';
import { listReportMails, type ReportMail } from '../../src/newsroom/mailing/campaigns/report/report-reads.ts';
import { buildReportSheet } from '../../src/newsroom/mailing/campaigns/report/sheet.ts';
import { writeReportTable } from '../../src/newsroom/mailing/campaigns/report/table.ts';
import { readEngagement } from '../../src/newsroom/mailing/tracking/reads.ts';
import type { Language } from '../../src/text/language.ts';
import { campaignId, requireMember } from './_shared.ts';
import { showSubjectTest } from './_subject-test.ts';

/** Emails of one read. */
const PORTION = 250;

export default defineTool({
  title: 'Get a campaign report',
  description:
    'Download the results of a campaign as CSV or PDF: each recipient with state, opens, clicks, replies and bounces, the coverage of its release, and the totals. For figures as JSON use campaign-tracking.',
  route: 'GET /api/campaigns/{campaign_id}/report',
  effect: 'read',
  keywords:
    'campaign report, report as pdf, report as csv, export campaign results, download results, 配信レポート, 効果測定レポート, 活动报告, 导出发送结果',
  reply: 'bytes',
  failsWith: ['NOT_FOUND', 'TOO_LARGE', 'OVERLOADED'],
  input: z.object({
    campaign_id: campaignId,
    format: z
      .enum(['csv', 'pdf'])
      .default('csv')
      .describe(
        'csv: a row per email, then per article of coverage, and the totals last, for spreadsheets; no cell runs as a formula. pdf: for reading.',
      ),
    language: z.enum(['en', 'ja', 'zh']).nullish().describe('Language of the PDF. Default: that of the campaign.'),
  }),
  output: z.unknown(),
  examples: [{ campaign_id: 4 }, { campaign_id: 4, format: 'pdf', language: 'ja' }],
  async run({ campaign_id: id, format, language }, ctx) {
    const { companyId } = requireMember(ctx);
    const { database } = ctx.services;
    const campaign = await requireCampaign(database.db, companyId, id);
    const { outcome } = await database.read(readOutcome, { companyId, campaignId: id, most: 1 });
    const figures = computeFigures(outcome, await database.read(readEngagement, { companyId, campaignId: id }));
    const mails = await listAllMails(ctx, campaign);
    const { subjects: tested, winner } = await showSubjectTest(ctx, campaign);
    const subjects = tested.map((one) => ({ ...one, isWinner: one.key === winner }));
    const release = { companyId, releaseId: campaign.press_release_id };
    const confirmed = { states: ['confirmed'], beforeId: null, limit: COVERAGE_MAX } as const;
    const coverage = await listCoverage(database.db, { ...release, ...confirmed });
    const report = { figures, mails, subjects, coverage };
    if (format === 'pdf') return await printReport(ctx, { ...report, campaign, language: language ?? null });
    const csv = writeReportTable({ ...report, timeZone: ctx.server.timeZone });
    return new Bytes(Buffer.from(csv), 'text/csv; charset=utf-8', `campaign-${id}.csv`);
  },
});

async function listAllMails({ services, signal }: CallContext, campaign: Campaign): Promise<ReportMail[]> {
  const mails: ReportMail[] = [];
  for (;;) {
    const query = { companyId: campaign.company_id, campaignId: campaign.id, afterId: mails.at(-1)?.id ?? 0 };
    const portion = await services.database.read(listReportMails, { ...query, most: PORTION });
    mails.push(...portion);
    if (portion.length < PORTION) return mails;
    signal.throwIfAborted();
  }
}

interface ReportToPrint {
  campaign: Campaign;
  figures: ReportFigures;
  mails: readonly ReportMail[];
  subjects: readonly ReportSubject[];
  coverage: readonly Coverage[];
  language: Language | null;
}

async function printReport(ctx: CallContext, { campaign, language, ...results }: ReportToPrint): Promise<Bytes> {
  const { database, identity, printer } = ctx.services;
  const { id, company_id, name, created_at, started_at, finished_at } = campaign;
  const release = await findRelease(database.db, company_id, campaign.press_release_id);
  const { name: company } = await identity.readCompany(company_id);
  const sheet = buildReportSheet({
    language: language ?? campaign.language,
    company,
    campaign: { name, createdAtMs: created_at, startedAtMs: started_at, finishedAtMs: finished_at },
    release: release?.title ?? null,
    ...{ ...results, timeZone: ctx.server.timeZone, nowMs: await database.now() },
  });
  const { bytes } = await printer.print(sheet, ctx);
  return new Bytes(bytes, 'application/pdf', `campaign-${id}.pdf`);
}
