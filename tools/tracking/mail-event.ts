import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { count } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import '../../src/newsroom/mailing/providers/service.ts';
import { takeEvent } from '../../src/newsroom/mailing/providers/take-event.ts';

const BODY_BYTES_MAX = 1_048_576;

export default defineTool({
  title: 'Mail provider events',
  description:
    'Receives signed events of a mail provider: bounces, complaints and unsubscribes, with the same effects as bounces received by email. Repeated events change nothing. Other events are ignored.',
  route: 'POST /webhooks/mail/{provider}',
  effect: 'write',
  body: 'raw',
  bodyBytesMax: BODY_BYTES_MAX,
  timeoutMs: 30_000,
  failsWith: ['INVALID_INPUT', 'NOT_FOUND', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT'],
  input: z.object({
    provider: z.string().describe('Mail provider, such as ses, postmark, mailgun, sendgrid or resend.'),
    body: z.instanceof(Uint8Array).describe('Raw request body; the signature covers these bytes.'),
    headers: z.record(z.string(), z.unknown()).describe('Headers of the request, with the signature.'),
  }),
  output: z.object({
    received: count('Number of bounces, complaints and unsubscribes in the request.'),
    suppressed: count('Number of them that put an address on the suppression list.'),
    ignored: count('Number of them that belong to no email of this server.'),
  }),
  examples: [{ provider: 'postmark', body: new Uint8Array(), headers: {} }],
  async run({ provider: id, body, headers }, ctx) {
    const { mailWebhooks } = ctx.services;
    const provider = mailWebhooks.find(id);
    if (!provider) throw new FareboxError('NOT_FOUND', { message: 'This mail provider is not configured.' });
    const texts = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    );
    const events = await mailWebhooks.receive(provider, { body, headers: Object.fromEntries(texts) }, ctx);
    const answer = { received: events.length, suppressed: 0, ignored: 0 };
    for (const event of events) {
      const action = await takeEvent(ctx, provider, event);
      if (action === 'suppressed') answer.suppressed++;
      if (action === 'ignored') answer.ignored++;
    }
    return answer;
  },
});
