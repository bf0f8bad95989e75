import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { listFiles } from '../../src/newsroom/content/releases/files/file-reads.ts';
import { createReleaseMissingError, findRelease } from '../../src/newsroom/content/releases/reads.ts';
import { fileOutput, formatFile } from './_files.ts';
import { releaseId, requireMember } from './_shared.ts';

export default defineTool({
  title: 'List files of a press release',
  description:
    'List the pictures and attachments of a press release of the company in their order, with alt texts, captions and paths.',
  route: 'GET /api/press-release/{press_release_id}/files',
  effect: 'read',
  keywords:
    'pictures of a press release, attachments, プレスリリースの画像一覧, 添付資料の一覧, 新闻稿图片列表, 附件列表',
  input: z.object({ press_release_id: releaseId }),
  output: z.object({
    pictures: z.array(fileOutput).describe('Pictures; the first stands for the release when it is shared.'),
    attachments: z.array(fileOutput).describe('Attachments, listed under Downloads.'),
    missing_alt: z.number().int().describe('Number of pictures without an alt text; they prevent publishing.'),
  }),
  examples: [{ press_release_id: 12 }],
  async run({ press_release_id: id }, ctx) {
    const { companyId } = requireMember(ctx);
    const { db } = ctx.services.database;
    if (!(await findRelease(db, companyId, id))) throw createReleaseMissingError();
    const files = (await listFiles(db, companyId, id)).map((file) => formatFile(file, ctx));
    const pictures = files.filter(({ kind }) => kind === 'picture');
    return {
      pictures,
      attachments: files.filter(({ kind }) => kind === 'attachment'),
      missing_alt: pictures.filter(({ alt }) => alt === null).length,
    };
  },
});
