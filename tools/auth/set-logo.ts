import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { LOGO_LIMITS } from '../../src/newsroom/content/releases/pdf/types.ts';
import { companyOutput, requireCompanyCaller } from './_shared.ts';

/** In base64, with a little room for what is refused by its own sentence. */
const IMAGE_CHARS_MAX = 1_000_000;

export default defineTool({
  title: 'Set the company logo',
  description: `Set the logo that appears on the company’s press release PDFs: a PNG or JPEG of at most ${LOGO_LIMITS.bytesMax / 1024} KiB and ${LOGO_LIMITS.sideMax} × ${LOGO_LIMITS.sideMax} pixels. Admins only.`,
  keywords: 'upload logo, change logo, ロゴを登録, ロゴを変更, 上传标志, 上传徽标',
  route: 'PUT /auth/company/logo',
  access: 'company-admin',
  effect: 'write',
  bodyBytesMax: 1_048_576,
  input: z.object({
    image: z
      .string()
      .min(1)
      .max(IMAGE_CHARS_MAX)
      .regex(/^[\w+/-]+={0,2}$/, 'Must be base64')
      .describe('Image file in base64.'),
  }),
  output: companyOutput,
  examples: [
    { image: 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAIAAAA8r+mnAAAAEUlEQVR42mPgjv+PFTFQTwIAspwtITo3UhwAAAAASUVORK5CYII=' },
  ],
  async run({ image }, ctx) {
    const { companyId } = requireCompanyCaller(ctx).member;
    const { identity, printer } = ctx.services;
    const bytes = Buffer.from(image, 'base64');
    const { type, bytes: kept } = await printer.readPicture({ field: 'image', bytes, limits: LOGO_LIMITS }, ctx);
    return await identity.changeLogo(companyId, { type, bytes: kept });
  },
});
