import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import {
  createCoverageMissingError,
  findCoverage,
} from '../../src/newsroom/content/release-coverage/coverage-reads.ts';
import { updateCoverage } from '../../src/newsroom/content/release-coverage/coverage-writes.ts';
import {
  coverageDetails,
  coverageId,
  coverageOutput,
  coverageState,
  formatCoverage,
  matchOutlet,
  requireOwnRelease,
} from './_coverage.ts';
import { releaseId } from './_shared.ts';

export default defineTool({
  title: 'Update coverage of a press release',
  description:
    'Confirm or dismiss an article that was found, or change its headline, outlet, date or note. A dismissed article is not suggested again.',
  route: 'PUT /api/press-release/{press_release_id}/coverage/{coverage_id}',
  effect: 'write',
  keywords: 'confirm coverage, dismiss coverage, edit a clipping, 掲載記事を確認, 掲載の候補を除外, 确认报道, 忽略报道',
  failsWith: ['NOT_FOUND'],
  input: z.object({
    press_release_id: releaseId,
    coverage_id: coverageId,
    state: coverageState.optional().describe('confirmed: it is about the release. dismissed: it is not.'),
    ...coverageDetails,
  }),
  output: coverageOutput,
  examples: [{ press_release_id: 12, coverage_id: 5, state: 'confirmed' }],
  async run({ press_release_id: releaseNumber, coverage_id: id, state, ...details }, ctx) {
    const release = await requireOwnRelease(ctx, releaseNumber);
    const { database } = ctx.services;
    const kept = await findCoverage(database.db, { ...release, id });
    if (!kept) throw createCoverageMissingError();
    const outlet = await matchOutlet(ctx, release, kept.url);
    const change = { ...release, id, state, details, mediaId: outlet?.id ?? null };
    return formatCoverage(await database.write(updateCoverage, change), ctx);
  },
});
