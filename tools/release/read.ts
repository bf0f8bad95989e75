import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { createReleaseMissingError, findRelease } from '../../src/newsroom/content/releases/reads.ts';
import { listCampaignIds } from '../../src/newsroom/content/releases/uses-reads.ts';
import { formatRelease, releaseId, releaseOutput, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Read a press release',
  description: 'Get a press release of the company with its whole text.',
  route: 'GET /api/press-release/{press_release_id}',
  effect: 'read',
  keywords: 'show a press release, プレスリリースを表示, 查看新闻稿',
  input: z.object({ press_release_id: releaseId }),
  output: releaseOutput,
  examples: [{ press_release_id: 12 }],
  async run({ press_release_id: id }, ctx) {
    const { database } = ctx.services;
    const release = await findRelease(database.db, requireMember(ctx).companyId, id);
    if (!release) throw createReleaseMissingError();
    const campaigns = await listCampaignIds(database.db, [id]);
    return formatRelease(release, ctx, await database.now(), campaigns.get(id));
  },
});
