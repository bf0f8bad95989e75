/** Event Webhook of Twilio SendGrid: https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { readJson, requireRecent, SIGNATURE_REFUSAL } from './requests.ts';
import { createRefusal, defineMailProvider, type MailEvent, toEvent, type WebhookRequest } from './types.ts';

const eventForm = z.object({
  event: z.string(),
  email: z.string().default(''),
  sg_event_id: z.string().default(''),
  'smtp-id': z.string().optional(),
  type: z.string().default(''),
  reason: z.string().nullish(),
  status: z.string().nullish(),
  bounce_classification: z.string().nullish(),
});

/** SendGrid sends them in batches. */
const EVENTS_MAX = 2_000;
const bodyForm = z.array(z.unknown()).max(EVENTS_MAX);

export const sendgrid = defineMailProvider({
  id: 'sendgrid',
  title: 'SendGrid',
  about: 'Verification key of the signed event webhook at SendGrid',
  checkSecret: (secret) =>
    readKey(secret) ? null : 'must be the verification key of the signed event webhook, in base64',
  async receive(request) {
    requireSignature(request);
    return readJson(request.body.toString('utf8'), bodyForm).flatMap((one) => {
      const event = eventForm.safeParse(one);
      return event.success ? readEvent(event.data) : [];
    });
  },
});

/** An elliptic-curve public key in DER, as base64; null for anything else. */
function readKey(secret: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ec' ? key : null;
  } catch {
    return null;
  }
}

function requireSignature({ body, headers, secrets, nowMs }: WebhookRequest): void {
  const timestamp = headers['x-twilio-email-event-webhook-timestamp'] ?? '';
  const signature = Buffer.from(headers['x-twilio-email-event-webhook-signature'] ?? '', 'base64');
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  const isSigned = secrets.some((secret) => {
    const key = readKey(secret);
    return key !== null && verify('sha256', signed, key, signature);
  });
  if (!isSigned) throw createRefusal(SIGNATURE_REFUSAL);
  requireRecent(Number(timestamp) * 1_000, nowMs);
}

/** Reasons for which SendGrid has not even tried. */
const DROPPED: Readonly<Record<string, Pick<MailEvent, 'kind' | 'isPermanent'>>> = {
  'Bounced Address': { kind: 'bounce', isPermanent: true },
  Invalid: { kind: 'bounce', isPermanent: true },
  'Spam Reporting Address': { kind: 'complaint', isPermanent: false },
  'Unsubscribed Address': { kind: 'unsubscribe', isPermanent: false },
};

function readEvent(event: z.infer<typeof eventForm>): MailEvent[] {
  const facts = { id: event.sg_event_id, address: event.email, messageId: event['smtp-id'] ?? null };
  switch (event.event) {
    case 'spamreport':
      return [toEvent({ ...facts, kind: 'complaint' })];
    case 'unsubscribe':
    case 'group_unsubscribe':
      return [toEvent({ ...facts, kind: 'unsubscribe' })];
    case 'dropped': {
      const dropped = DROPPED[event.reason ?? ''];
      return dropped ? [toEvent({ ...facts, ...dropped })] : [];
    }
    case 'bounce': {
      // A block is a refusal of this one email; a bounce is one of the address.
      const isPermanent = event.type !== 'blocked' && event.bounce_classification === 'Invalid Address';
      return [
        toEvent({
          ...facts,
          kind: 'bounce',
          isPermanent,
          diagnostic: event.reason ?? null,
          status: event.status ?? null,
        }),
      ];
    }
    default:
      return [];
  }
}
