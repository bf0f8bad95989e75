import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { COVERAGE_MAX } from '../../src/newsroom/content/release-coverage/coverage-reads.ts';
import { noteCoverage } from '../../src/newsroom/content/release-coverage/coverage-writes.ts';
import { readHost } from '../../src/newsroom/content/release-coverage/keys.ts';
import {
  coverageDetails,
  coverageOutput,
  coverageUrl,
  formatCoverage,
  matchOutlet,
  requireOwnRelease,
} from './_coverage.ts';
import { releaseId } from './_shared.ts';

export default defineTool({
  title: 'Add coverage of a press release',
  description: `Record an article of a medium about a press release, up to ${COVERAGE_MAX} per release. The outlet is linked if a campaign of the release went to it. The same URL again changes the given fields and confirms a found article.`,
  route: 'POST /api/press-release/{press_release_id}/coverage',
  effect: 'write',
  keywords: 'record media coverage, add a clipping, 掲載を記録, 掲載記事を追加, 记录报道, 添加剪报',
  failsWith: ['NOT_FOUND', 'CONFLICT'],
  input: z.object({ press_release_id: releaseId, url: coverageUrl, ...coverageDetails }),
  output: coverageOutput,
  examples: [{ press_release_id: 12, url: 'https://news.example.com/kiro', outlet: 'Example News' }],
  async run({ press_release_id: id, url, ...details }, ctx) {
    const release = await requireOwnRelease(ctx, id);
    const outlet = await matchOutlet(ctx, release, url);
    const coverage = await ctx.services.database.write(noteCoverage, {
      ...{ ...release, url, details },
      ...{ mediaId: outlet?.id ?? null, outlet: outlet?.name ?? readHost(url) },
    });
    return formatCoverage(coverage, ctx);
  },
});
