import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { deleteRelease } from '../../src/newsroom/content/releases/writes.ts';
import { releaseId, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Delete a press release',
  description:
    'Delete a press release of the company with its article. A release that a campaign is sending cannot be deleted.',
  route: 'DELETE /api/press-release/{press_release_id}',
  effect: 'destroy',
  keywords: 'delete a press release, プレスリリースを削除, 删除新闻稿',
  failsWith: ['CONFLICT'],
  input: z.object({ press_release_id: releaseId }),
  output: z.object({
    ok: z.literal(true).describe('The release was deleted.'),
    press_release_id: z.number().int().describe('Number of the deleted release; it is not reused.'),
  }),
  examples: [{ press_release_id: 12 }],
  async run({ press_release_id: id }, ctx) {
    await ctx.services.database.write(deleteRelease, { companyId: requireMember(ctx).companyId, id });
    return { ok: true as const, press_release_id: id };
  },
});
