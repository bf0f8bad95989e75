import { z } from 'zod';
import { createLogoMissingError } from '../../src/identity/companies/logo.ts';
import { Bytes } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findShopLogo } from './_press.ts';
import { requireShop } from './_shared.ts';

export default defineTool({
  title: 'Logo of a publisher',
  description: 'Get the logo of a company that has published something, as PNG or JPEG.',
  route: 'GET /v1/shops/{slug}/logo',
  effect: 'read',
  reply: 'bytes',
  failsWith: ['NOT_FOUND'],
  input: z.object({ slug: z.string().describe('Slug of the publisher.') }),
  output: z.unknown(),
  examples: [{ slug: 'sample' }],
  async run({ slug }, ctx) {
    await requireShop(ctx, slug);
    const logo = await findShopLogo(ctx, slug);
    if (!logo) throw createLogoMissingError();
    return new Bytes(logo.bytes, logo.type, logo.type === 'image/png' ? `${slug}.png` : `${slug}.jpg`);
  },
});
