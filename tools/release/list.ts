import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { LISTED_TEXT_MAX, listReleases, RELEASE_SORTS } from '../../src/newsroom/content/releases/reads.ts';
import { RELEASE_STATUSES } from '../../src/newsroom/content/releases/states.ts';
import { listCampaignIds } from '../../src/newsroom/content/releases/uses-reads.ts';
import { bringIntoRange, companyPage, describePage, rangeFields } from '../../src/newsroom/operations/reports/pages.ts';
import { formatRelease, releaseOutput, requireMember } from './_shared.ts';

export default defineTool({
  title: 'List press releases',
  description: `List the press releases of the company, page by page. Texts are cut after ${LISTED_TEXT_MAX} characters; \`release-read\` returns the whole text.`,
  route: 'GET /api/press-release',
  effect: 'read',
  keywords: 'list press releases, my press releases, プレスリリース一覧, 新闻稿列表',
  input: z.object({
    q: z.string().default('').describe('Words to find in headline or text, in this order.'),
    status: z.enum(RELEASE_STATUSES).optional().describe('Return only releases with this status.'),
    sort: z
      .enum(RELEASE_SORTS)
      .default('-created_at')
      .catch('-created_at')
      .describe('Sort order. Unknown values mean -created_at, newest first.'),
    ...rangeFields,
  }),
  output: z.object({
    ...companyPage(releaseOutput),
    sort: z.enum(RELEASE_SORTS).describe('Applied sort order.'),
  }),
  examples: [{}, { q: 'Kiro', status: 'draft', sort: 'title' }],
  async run({ q, status, sort, page, per_page }, ctx) {
    const { companyId } = requireMember(ctx);
    const range = bringIntoRange(page, per_page);
    const query = { companyId, text: q, status, sort, ...range };
    const { releases, total, nowMs } = await ctx.services.database.read(listReleases, query);
    const ids = releases.map(({ id }) => id);
    const campaigns = await listCampaignIds(ctx.services.database.db, ids);
    const items = releases.map((release) => formatRelease(release, ctx, nowMs, campaigns.get(release.id)));
    return { items, ...describePage(total, range), sort };
  },
});
