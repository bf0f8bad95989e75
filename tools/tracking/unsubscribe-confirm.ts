import { z } from 'zod';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { unsubscribe } from '../../src/newsroom/mailing/suppressions/unsubscribe-writes.ts';
import { renderInvalidLinkPage, renderLeftPage } from '../../src/web/pages/unsubscribe.tsx';
import { proveLink, unsubscribeFields } from './_shared.ts';

const BODY_BYTES_MAX = 16_384;

export default definePage({
  title: 'Unsubscribe now',
  description:
    'Unsubscribe an address, from the page’s button or in one step by a mail program (RFC 8058). The sender, or with ' +
    '`all` every sender on this server, stops sending to it.',
  route: 'POST /unsubscribe',
  effect: 'write',
  limits: 'none',
  secret: true,
  body: 'raw',
  bodyBytesMax: BODY_BYTES_MAX,
  input: z.object({
    ...unsubscribeFields,
    email: unsubscribeFields.email.default(''),
    all: z.string().default('').describe('`1` unsubscribes from all senders.'),
    body: z.instanceof(Uint8Array).describe('Form data. Form fields take precedence over query parameters.'),
    headers: objectOf('The headers of the request.', {
      'content-type': z.string().default('').describe('Encoding of the form.'),
    }),
  }),
  examples: [{ email: 'desk@paper.example', body: new Uint8Array(), headers: {} }],
  async run({ body, headers, ...query }, ctx) {
    const fields = { ...query, ...(await readFields(body, headers['content-type'])) };
    const proved = await proveLink(ctx, fields);
    if (!proved || (fields.all === '1' && !proved.isDelivered)) return renderInvalidLinkPage(fields.lang);
    const { norm, companyId, mailId } = proved;
    const scope = fields.all === '1' ? null : companyId;
    await ctx.services.database.write(unsubscribe, { companyId: scope, norm, mailId });
    return renderLeftPage(fields, false);
  },
});

const NAMES = ['email', 'token', 'sig', 'lang', 'all'] as const;

/** Of either way to write a form; what is neither has no fields. */
async function readFields(
  body: Uint8Array,
  contentType: string,
): Promise<Partial<Record<(typeof NAMES)[number], string>>> {
  const form = await parseForm(body, contentType);
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = form.get(name);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

async function parseForm(body: Uint8Array, contentType: string): Promise<{ get(name: string): unknown }> {
  if (!/^multipart\/form-data\b/i.test(contentType)) return new URLSearchParams(Buffer.from(body).toString('utf8'));
  try {
    return await new Response(Buffer.from(body), { headers: { 'content-type': contentType } }).formData();
  } catch {
    return new URLSearchParams();
  }
}
