/** Webhooks of Resend, signed by Svix: https://resend.com/docs/webhooks/emails/bounced. */
import { z } from 'zod';
import { isSameBytes, readJson, requireRecent, SIGNATURE_REFUSAL, signHmac } from './requests.ts';
import { createRefusal, defineMailProvider, type MailEvent, toEvent, type WebhookRequest } from './types.ts';

const headerForm = z.object({ name: z.string(), value: z.string() });

const eventForm = z.object({
  type: z.string(),
  data: z.object({
    to: z.array(z.string()).default([]),
    subject: z.string().nullish(),
    message_id: z.string().nullish(),
    headers: z.array(headerForm).nullish().catch(null),
    bounce: z
      .object({
        type: z.string().default(''),
        message: z.string().nullish(),
        diagnosticCode: z.array(z.string()).nullish().catch(null),
      })
      .nullish(),
  }),
});

const PREFIX = 'whsec_';

export const resend = defineMailProvider({
  id: 'resend',
  title: 'Resend',
  about: 'Signing secret of the webhook at Resend, whsec_…',
  checkSecret: (secret) =>
    secret.startsWith(PREFIX) && Buffer.from(secret.slice(PREFIX.length), 'base64').length >= 16
      ? null
      : 'must be the signing secret of the webhook, whsec_…',
  async receive(request) {
    requireSignature(request);
    const event = readJson(request.body.toString('utf8'), eventForm);
    return readEvent(request.headers['svix-id'] ?? '', event);
  },
});

function requireSignature({ body, headers, secrets, nowMs }: WebhookRequest): void {
  const { 'svix-id': id = '', 'svix-timestamp': timestamp = '', 'svix-signature': signatures = '' } = headers;
  const given = signatures
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? [Buffer.from(one.slice('v1,'.length), 'base64')] : []));
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const isSigned = secrets.some((secret) => {
    const own = signHmac(Buffer.from(secret.slice(PREFIX.length), 'base64'), signed);
    return given.some((one) => isSameBytes(own, one));
  });
  if (!isSigned) throw createRefusal(SIGNATURE_REFUSAL);
  requireRecent(Number(timestamp) * 1_000, nowMs);
}

function readEvent(id: string, { type, data }: z.infer<typeof eventForm>): MailEvent[] {
  const header = (name: string): string | null =>
    data.headers?.find((one) => one.name.toLowerCase() === name)?.value ?? null;
  const facts = {
    id,
    address: data.to[0] ?? '',
    messageId: data.message_id ?? header('message-id'),
    emailHeader: header('x-farebox-email'),
    subject: data.subject ?? null,
  };
  if (type === 'email.complained') return [toEvent({ ...facts, kind: 'complaint' })];
  if (type !== 'email.bounced' || !data.bounce) return [];
  // Its message explains the kind of bounce; the reply of the mail server is in the codes.
  const diagnostic = data.bounce.diagnosticCode?.[0] ?? null;
  return [toEvent({ ...facts, kind: 'bounce', isPermanent: data.bounce.type === 'Permanent', diagnostic })];
}
