/** Webhooks of Postmark: https://postmarkapp.com/developer/webhooks/bounce-webhook. It signs nothing: the URL holds a user and a password. */
import { z } from 'zod';
import { isSameBytes, readJson, signHmac } from './requests.ts';
import { createRefusal, defineMailProvider, type MailEvent, toEvent, type WebhookRequest } from './types.ts';

const CREDENTIALS = /^[^:]+:.{16,}$/;

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);

const eventForm = z.object({
  RecordType: z.string(),
  /** Absent in a change of a subscription. */
  ID: z.number().optional(),
  Type: z.string().default(''),
  MessageID: z.string().default(''),
  Email: z.string().optional(),
  Recipient: z.string().optional(),
  Subject: text,
  Details: text,
  Origin: z.string().default(''),
  SuppressSending: z.boolean().default(false),
  SuppressionReason: z.string().nullish(),
  ChangedAt: z.string().default(''),
});

/** Types of bounces after which Postmark sends no more to the address, and some that pass. Others are no bounces. */
const PERMANENT = ['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated'];
const TEMPORARY = [
  'Transient',
  'SoftBounce',
  'DnsError',
  'Blocked',
  'SpamNotification',
  'VirusNotification',
  'DMARCPolicy',
];

export const postmark = defineMailProvider({
  id: 'postmark',
  title: 'Postmark',
  about: 'User and password of the webhook URL at Postmark, user:password with at least 16 characters behind the colon',
  checkSecret: (secret) =>
    CREDENTIALS.test(secret) ? null : 'must be user:password with a password of 16 characters or more',
  async receive(request) {
    requireCredentials(request);
    const event = readJson(request.body.toString('utf8'), eventForm);
    if (event.RecordType === 'SubscriptionChange') return readChange(event);
    const address = event.Email ?? '';
    const id = `${event.RecordType} ${event.ID ?? event.MessageID}`;
    const facts = { id, address, subject: event.Subject };
    if (event.RecordType === 'SpamComplaint' || event.Type === 'SpamComplaint')
      return [toEvent({ ...facts, kind: 'complaint' })];
    if (event.RecordType !== 'Bounce') return [];
    if (event.Type === 'Unsubscribe') return [toEvent({ ...facts, kind: 'unsubscribe' })];
    const isPermanent = PERMANENT.includes(event.Type);
    if (!isPermanent && !TEMPORARY.includes(event.Type)) return [];
    return [toEvent({ ...facts, kind: 'bounce', isPermanent, diagnostic: event.Details })];
  },
});

function requireCredentials({ headers, secrets }: WebhookRequest): void {
  const [, encoded = ''] = /^Basic ([\w+/=-]{1,2000})$/i.exec(headers.authorization ?? '') ?? [];
  const given = signHmac('postmark', Buffer.from(encoded, 'base64'));
  if (!secrets.some((secret) => isSameBytes(given, signHmac('postmark', secret))))
    throw createRefusal('The user or password is wrong');
}

/** A bounce or a complaint that leads to it comes as an event of its own. */
function readChange(event: z.infer<typeof eventForm>): MailEvent[] {
  const isOwn = event.Origin === 'Recipient' && event.SuppressionReason === 'ManualSuppression';
  if (!event.SuppressSending || !isOwn) return [];
  const id = `SubscriptionChange ${event.MessageID} ${event.ChangedAt}`;
  return [toEvent({ id, kind: 'unsubscribe', address: event.Recipient ?? '' })];
}
