import { z } from 'zod';
import { count, listOf, objectOf, share } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { examineHealth } from '../../src/newsroom/content/scans/health.ts';
import { FINDING_CODES } from '../../src/newsroom/content/scans/wording.ts';
import { companyOutput, originOutput, scanCompany, scanInput } from './_scan.ts';

const ranked = z.array(
  z.object({
    title: z.string().describe('Headline of the article.'),
    url: z.string().describe('URL of the page.'),
    nq_score: z.number().describe('News quality of headline and summary.'),
  }),
);

export default defineTool({
  title: 'Report on press work',
  description:
    'Rates the press work of a company from what a press-release site lists: rhythm, headlines, images, quotations, figures and NQ scores, with findings and what to do. Takes no analysis of the plan.',
  route: 'POST /api/health-report',
  effect: 'read',
  keywords: 'health report, PR health, 健康診断レポート, 健康报告',
  failsWith: ['INVALID_INPUT', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT', 'OVERLOADED'],
  input: scanInput,
  output: z.object({
    company: companyOutput,
    period: objectOf('Period covered by the releases.', {
      from: z.string().nullable().describe('Time of the oldest release, ISO 8601.'),
      to: z.string().nullable().describe('Time of the newest.'),
    }),
    score: count('0–100; 0 without releases.'),
    grade: z.enum(['A', 'B', 'C', 'D', 'E']).describe('A from 85, B from 70, C from 55, D from 40.'),
    metrics: objectOf('Values that were measured.', {
      release_count: count('Releases that were looked at.'),
      releases_per_month: z.number().describe('Average number per month.'),
      avg_nq: z.number().describe('Mean NQ score of headline and summary.'),
      median_title_length: z.number().describe('Median length in characters.'),
      title_in_band_share: share('Headlines of a good length,'),
      with_image_share: share('Releases with an image,'),
      with_quote_share: share('with a quotation,'),
      with_numbers_share: share('with figures,'),
      best_hour: z.number().int().nullable().describe('Hour of the day at which most come out; null without times.'),
      weekday_histogram: objectOf('Releases by day of the week.', {
        mon: count('Number on Mondays.'),
        tue: count('Number on Tuesdays.'),
        wed: count('Number on Wednesdays.'),
        thu: count('Number on Thursdays.'),
        fri: count('Number on Fridays.'),
        sat: count('Number on Saturdays.'),
        sun: count('Number on Sundays.'),
      }),
      longest_gap_days: count('Longest time without a release.'),
    }),
    findings: listOf('The gravest first.', {
      severity: z.enum(['high', 'medium', 'low']).describe('high from a share of 0.5, medium from 0.25.'),
      code: z.enum(FINDING_CODES).describe('Code of the finding.'),
      share: share('Releases that it concerns, or how far it goes,'),
      text: z.string().describe('Description, in the language of the releases.'),
      examples: z.array(z.string()).describe('Headlines, at most three.'),
      fix: z.string().describe('Action that is recommended.'),
    }),
    top: ranked.describe('The best five.'),
    bottom: ranked.describe('The worst five, the worst first.'),
    trend: listOf('Months with releases, the oldest first.', {
      month: z.string().describe('YYYY-MM in the service’s zone.'),
      count: count('Number of releases.'),
      avg_nq: z.number().describe('Their mean score.'),
    }),
    ...originOutput,
  }),
  examples: [{ company_url: 'https://prtimes.jp/main/html/searchrlp/company_id/112' }],
  async run({ company_url }, ctx) {
    const { releases, company, origin } = await scanCompany(ctx, company_url, 'health_report');
    return { company, ...examineHealth(releases, ctx.server.timeZone), ...origin };
  },
});
