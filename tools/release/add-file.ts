import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { sha256Hex } from '../../src/lib/ids.ts';
import { checkFile } from '../../src/newsroom/content/releases/files/check.ts';
import { addFile, createAltError } from '../../src/newsroom/content/releases/files/file-writes.ts';
import {
  FILE_BYTES_MAX,
  FILES_MAX,
  NAME_CHARS_MAX,
  PICTURE_LIMITS,
} from '../../src/newsroom/content/releases/files/types.ts';
import { createReleaseMissingError, findRelease } from '../../src/newsroom/content/releases/reads.ts';
import { fileOutput, fileTexts, formatFile } from './_files.ts';
import { buildClaim, releaseId, requireMember } from './_shared.ts';

const MIB = 1024 * 1024;
const MEGA = 1_000_000;
/** Of a JSON body with the file in base64. */
const JSON_BYTES_MAX = 12 * MIB;

/** A file of a form, or base64 in JSON. */
const file = z
  .custom<string | Uint8Array>((value) => typeof value === 'string' || value instanceof Uint8Array, 'Must be a file')
  .meta({
    type: 'string',
    contentEncoding: 'base64',
    description: `PNG, JPEG or PDF file in base64, at most ${FILE_BYTES_MAX / MIB} MiB. The content decides the type.`,
  })
  .transform((value): Uint8Array => (typeof value === 'string' ? Buffer.from(value, 'base64') : value));

export default defineTool({
  title: 'Add a file to a press release',
  description: `Add a picture (PNG, JPEG) or an attachment (PDF) to a press release of the company. Up to ${FILES_MAX} of each, ${FILE_BYTES_MAX / MIB} MiB per file, ${PICTURE_LIMITS.pixelsMax / MEGA} megapixels per JPEG and ${PICTURE_LIMITS.pngPixelsMax / MEGA} per PNG. Metadata of pictures, such as places, is removed.`,
  route: 'POST /api/press-release/{press_release_id}/files',
  effect: 'write',
  keywords:
    'add a picture to a press release, attach a file, upload photo, プレスリリースに画像を追加, 資料を添付, 给新闻稿添加图片, 上传附件',
  status: 201,
  body: 'multipart',
  files: { file: { bytesMax: FILE_BYTES_MAX } },
  bodyBytesMax: JSON_BYTES_MAX,
  failsWith: ['NOT_FOUND', 'TOO_LARGE', 'OVERLOADED'],
  input: z.object({
    press_release_id: releaseId,
    file,
    name: z
      .string()
      .max(NAME_CHARS_MAX)
      .default('')
      .describe('File name for downloads; the extension follows the type.'),
    ...fileTexts,
  }),
  output: fileOutput,
  examples: [
    {
      press_release_id: 12,
      file: 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAIAAAA8r+mnAAAAEUlEQVR42mPgjv+PFTFQTwIAspwtITo3UhwAAAAASUVORK5CYII=',
      name: 'kiro.png',
      alt: 'The new store seen from the street',
    },
  ],
  async run({ press_release_id, file, name, alt = null, caption = null, credit = null }, ctx) {
    const { companyId } = requireMember(ctx);
    const { database } = ctx.services;
    // Looked at before the file, which may take seconds to check.
    if (!(await findRelease(database.db, companyId, press_release_id))) throw createReleaseMissingError();
    const checked = await checkFile({ bytes: file, name }, ctx);
    if (checked.kind === 'attachment' && alt !== null) throw createAltError();
    const texts = { alt, caption, credit };
    const { output, replayed } = await database.write(addFile, {
      companyId,
      releaseId: press_release_id,
      file: { ...checked, ...texts },
      claim:
        ctx.idempotencyKey === undefined
          ? undefined
          : buildClaim(ctx, 'release-add-file', { press_release_id, file: sha256Hex(file), name, ...texts }),
    });
    if (replayed) ctx.markReplayed();
    return formatFile(output, ctx);
  },
});
