/** Webhooks of Mailgun: https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks. */
import { z } from 'zod';
import { isSameBytes, readJson, requireRecent, SIGNATURE_REFUSAL, signHmac } from './requests.ts';
import { createRefusal, defineMailProvider, toEvent } from './types.ts';

const signatureForm = z.object({
  timestamp: z.union([z.string(), z.number()]).transform(String),
  token: z.string().max(200),
  signature: z.string().max(200),
  /** For an event of a subaccount: by the key of the account above. */
  'parent-signature': z.string().max(200).optional(),
});

const eventForm = z.object({
  event: z.string(),
  severity: z.string().default(''),
  reason: z.string().nullish(),
  recipient: z.string().default(''),
  message: z.object({ headers: z.record(z.string(), z.unknown()).default({}) }).default({ headers: {} }),
  'delivery-status': z
    .object({
      code: z
        .union([z.number(), z.string()])
        .nullish()
        .transform((code) => Number(code)),
      message: z.string().nullish(),
      description: z.string().nullish(),
      'enhanced-code': z.string().nullish(),
    })
    .nullish(),
});

const bodyForm = z.object({ signature: signatureForm, 'event-data': eventForm });

/** Codes of Mailgun itself for addresses that it doesn't send to any more. */
const BOUNCED_BEFORE = 605;
const UNSUBSCRIBED_BEFORE = 606;
const COMPLAINED_BEFORE = 607;

export const mailgun = defineMailProvider({
  id: 'mailgun',
  title: 'Mailgun',
  about: 'HTTP webhook signing key of Mailgun',
  checkSecret: (secret) =>
    secret.length >= 16 ? null : 'must be the HTTP webhook signing key, of 16 characters or more',
  async receive({ body, secrets, nowMs }) {
    const { signature, 'event-data': event } = readJson(body.toString('utf8'), bodyForm);
    requireSignature(signature, secrets);
    requireRecent(Number(signature.timestamp) * 1_000, nowMs);
    // The signature covers its token alone: another body under the same one is the same event.
    return readEvent(signature.token, event);
  },
});

function requireSignature(signature: z.infer<typeof signatureForm>, secrets: readonly string[]): void {
  const given = [signature.signature, signature['parent-signature'] ?? ''].map((hex) => Buffer.from(hex, 'hex'));
  const isSigned = secrets.some((secret) => {
    const own = signHmac(secret, `${signature.timestamp}${signature.token}`);
    return given.some((one) => isSameBytes(own, one));
  });
  if (!isSigned) throw createRefusal(SIGNATURE_REFUSAL);
}

function readEvent(id: string, event: z.infer<typeof eventForm>) {
  const { recipient: address, message, 'delivery-status': delivery } = event;
  const header = (name: string): string | null => {
    const value = message.headers[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const rawId = header('message-id');
  const messageId = rawId === null || rawId.startsWith('<') ? rawId : `<${rawId}>`;
  const facts = { id, address, messageId, subject: header('subject') };
  if (event.event === 'complained') return [toEvent({ ...facts, kind: 'complaint' })];
  if (event.event === 'unsubscribed') return [toEvent({ ...facts, kind: 'unsubscribe' })];
  if (event.event !== 'failed') return [];
  const code = delivery?.code ?? 0;
  if (code === UNSUBSCRIBED_BEFORE) return [toEvent({ ...facts, kind: 'unsubscribe' })];
  if (code === COMPLAINED_BEFORE) return [toEvent({ ...facts, kind: 'complaint' })];
  const isPermanent = event.severity === 'permanent';
  // A delay that Mailgun goes on to retry has not failed yet; a last temporary failure comes as a permanent one.
  if (!isPermanent) return [];
  if (code === BOUNCED_BEFORE) return [toEvent({ ...facts, kind: 'bounce', isPermanent })];
  const reply = [delivery?.message, delivery?.description].find((text) => text != null && text !== '') ?? null;
  const hasReply = code >= 400 && code < 600;
  const diagnostic = reply !== null && hasReply && !/^\s*[45]\d\d/.test(reply) ? `${code} ${reply}` : reply;
  return [
    toEvent({
      ...facts,
      kind: 'bounce',
      isPermanent: code >= 500 && code < 600,
      diagnostic,
      status: delivery?.['enhanced-code'] ?? null,
    }),
  ];
}
