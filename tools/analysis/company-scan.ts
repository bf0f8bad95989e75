import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findKnownArticles } from '../../src/newsroom/content/scans/reads.ts';
import { companyOutput, originOutput, scanCompany, scanInput } from './_scan.ts';
import { requireMember } from './_shared.ts';

export default defineTool({
  title: 'Scan a company',
  description:
    'List the press releases of a company at a press-release site, from its feed or page, each with an NQ score of headline and summary. Uses no analysis of the plan.',
  route: 'POST /api/company-scan',
  effect: 'read',
  keywords: 'scan a company, company website analysis, 企業を分析, 会社サイトを診断, 扫描公司, 公司分析',
  failsWith: ['INVALID_INPUT', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT', 'OVERLOADED'],
  input: scanInput,
  output: z.object({
    company: companyOutput,
    releases: listOf('Up to 100 releases, in the order of the site.', {
      title: z.string().describe('Headline of the article.'),
      url: z.string().describe('URL of the page.'),
      published_at: z
        .string()
        .nullable()
        .describe('Publication time in ISO 8601, in the server’s time zone; `null` if unknown.'),
      summary: z.string().describe('First 500 characters of the site’s summary; may be empty.'),
      image_url: z.string().nullable().describe('URL of the image.'),
      tags: z.array(z.string()).describe('Tags as the site words them.'),
      nq_score: z.number().describe('News quality of headline and summary, 0–100.'),
      known_article_id: z
        .number()
        .int()
        .nullable()
        .describe('ID of the article made from the release; `null` without an article.'),
    }),
    total: z.number().int().describe('Total number of items.'),
    truncated: z.boolean().describe('`true` if the site lists more releases.'),
    ...originOutput,
  }),
  examples: [{ company_url: 'https://prtimes.jp/main/html/searchrlp/company_id/112' }],
  async run({ company_url }, ctx) {
    const { scanned, releases, company, origin } = await scanCompany(ctx, company_url, 'company_scan');
    const { analyses, database } = ctx.services;
    const urls = releases.map(({ url }) => url);
    const articles = await findKnownArticles(database.db, requireMember(ctx).companyId, urls);
    return {
      company,
      releases: releases.map(({ title, url, publishedAtMs, summary, imageUrl, tags, nqScore }) => ({
        title,
        url,
        published_at: publishedAtMs === null ? null : analyses.formatTime(publishedAtMs),
        summary,
        image_url: imageUrl,
        tags,
        nq_score: nqScore,
        known_article_id: articles.get(url) ?? null,
      })),
      total: releases.length,
      truncated: scanned.truncated,
      ...origin,
    };
  },
});
