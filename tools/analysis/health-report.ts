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
    nq_score: z.number().describe('News quality of headline and summary, 0 to 100.'),
  }),
);

export default defineTool({
  title: 'Report on press work',
  description:
    'Rate the press work of a company by its releases at a press-release site: rhythm, headlines, images, quotations, figures and NQ scores, with findings and recommendations. Uses no analysis of the plan.',
  route: 'POST /api/health-report',
  effect: 'read',
  keywords: 'health report, PR health, 健康診断レポート, 健康报告',
  failsWith: ['INVALID_INPUT', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT', 'OVERLOADED'],
  input: scanInput,
  output: z.object({
    company: companyOutput,
    period: objectOf('Period covered by the releases.', {
      from: z.string().nullable().describe('Time of the oldest release, ISO 8601.'),
      to: z.string().nullable().describe('Time of the newest release, ISO 8601.'),
    }),
    score: count('Score, 0 to 100; 0 without releases.'),
    grade: z.enum(['A', 'B', 'C', 'D', 'E']).describe('A from 85, B from 70, C from 55, D from 40.'),
    metrics: objectOf('Values that were measured.', {
      release_count: count('Number of releases examined.'),
      releases_per_month: z.number().describe('Average number per month.'),
      avg_nq: z.number().describe('Mean NQ score of headline and summary.'),
      median_title_length: z.number().describe('Median length in characters.'),
      title_in_band_share: share('Share of headlines of a good length,'),
      with_image_share: share('Share of releases with an image,'),
      with_quote_share: share('Share of releases with a quotation,'),
      with_numbers_share: share('Share of releases with figures,'),
      best_hour: z.number().int().nullable().describe('Hour of the day with the most releases; `null` without times.'),
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
    findings: listOf('Findings, most serious first.', {
      severity: z.enum(['high', 'medium', 'low']).describe('Severity: high from a share of 0.5, medium from 0.25.'),
      code: z.enum(FINDING_CODES).describe('Code of the finding.'),
      share: share('Share of releases concerned,'),
      text: z.string().describe('Description, in the language of the releases.'),
      examples: z.array(z.string()).describe('Up to three headlines.'),
      fix: z.string().describe('Action that is recommended.'),
    }),
    top: ranked.describe('Five best releases.'),
    bottom: ranked.describe('Five worst releases, worst first.'),
    trend: listOf('Months with releases, oldest first.', {
      month: z.string().describe('Month, YYYY-MM in the server’s time zone.'),
      count: count('Number of releases.'),
      avg_nq: z.number().describe('Mean score of the releases.'),
    }),
    ...originOutput,
  }),
  examples: [{ company_url: 'https://prtimes.jp/main/html/searchrlp/company_id/112' }],
  async run({ company_url }, ctx) {
    const { releases, company, origin } = await scanCompany(ctx, company_url, 'health_report');
    return { company, ...examineHealth(releases, ctx.server.timeZone), ...origin };
  },
});
