import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { deleteCoverage } from '../../src/newsroom/content/release-coverage/coverage-writes.ts';
import { coverageId, requireOwnRelease } from './_coverage.ts';
import { releaseId } from './_shared.ts';

export default defineTool({
  title: 'Delete coverage of a press release',
  description:
    'Delete an article from the coverage of a press release. To keep a found article from being suggested again, dismiss it with `release-update-coverage` instead.',
  route: 'DELETE /api/press-release/{press_release_id}/coverage/{coverage_id}',
  effect: 'destroy',
  keywords: 'delete coverage, remove a clipping, 掲載記事を削除, 删除报道',
  failsWith: ['NOT_FOUND'],
  input: z.object({ press_release_id: releaseId, coverage_id: coverageId }),
  output: z.object({
    ok: z.literal(true).describe('The coverage was deleted.'),
    coverage_id: z.number().int().describe('Number of the deleted coverage; it is not reused.'),
  }),
  examples: [{ press_release_id: 12, coverage_id: 5 }],
  async run({ press_release_id: releaseNumber, coverage_id: id }, ctx) {
    const release = await requireOwnRelease(ctx, releaseNumber);
    await ctx.services.database.write(deleteCoverage, { ...release, id });
    return { ok: true as const, coverage_id: id };
  },
});
