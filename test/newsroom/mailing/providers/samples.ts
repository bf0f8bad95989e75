/** Requests of mail providers, in the form of the samples in their documentation, signed with keys of the tests. */
import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { snsKey } from './sns-certificate.ts';

/** The email that an event is about. */
export interface Subject {
  to: string;
  subject: string;
  messageId: string;
  mailId: number;
}

export interface Sample {
  headers: Record<string, string>;
  body: string;
}

export const POSTMARK = 'farebox:a-long-password-of-postmark';
export const MAILGUN = 'key-of-mailgun-for-the-tests-0001';
export const RESEND = `whsec_${Buffer.from('a secret of resend for the tests').toString('base64')}`;
export const TOPIC = 'arn:aws:sns:us-west-2:123456789012:farebox-bounces';
export const CERTIFICATE_URL =
  'https://sns.us-west-2.amazonaws.com/SimpleNotificationService-01d088a6f77103d0fe307c0069e40ed6.pem';
const sendgridKeys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
export const SENDGRID = sendgridKeys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

export const webhookEnv = {
  MAIL_WEBHOOK_POSTMARK: POSTMARK,
  MAIL_WEBHOOK_MAILGUN: MAILGUN,
  MAIL_WEBHOOK_RESEND: RESEND,
  MAIL_WEBHOOK_SES: TOPIC,
  MAIL_WEBHOOK_SENDGRID: SENDGRID,
};

const seconds = (ms: number): string => String(Math.floor(ms / 1_000));
const json = { 'content-type': 'application/json' };

export function postmark(event: object, credentials = POSTMARK): Sample {
  const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  return { headers: { ...json, authorization }, body: JSON.stringify(event) };
}

/** https://postmarkapp.com/developer/webhooks/bounce-webhook */
export const postmarkBounce = ({ to, subject }: Subject, fields: object = {}): object => ({
  RecordType: 'Bounce',
  MessageStream: 'outbound',
  ID: Math.floor(Math.random() * 1e15),
  Type: 'HardBounce',
  TypeCode: 1,
  Name: 'Hard bounce',
  Tag: '',
  MessageID: randomUUID(),
  Metadata: {},
  ServerID: 23,
  Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
  Email: to,
  From: 'news@sender.co.jp',
  BouncedAt: '2026-11-28T16:33:54.9070259Z',
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Subject: subject,
  ...fields,
});

/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks */
export function mailgun(
  event: object,
  { key = MAILGUN, atMs = Date.now(), token = String(randomUUID()) } = {},
): Sample {
  const timestamp = seconds(atMs);
  const signature = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex');
  return { headers: json, body: JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': event }) };
}

export const mailgunFailure = ({ to, subject, messageId }: Subject, fields: object = {}): object => ({
  event: 'failed',
  id: 'G9Bn5sl1TC6nu79C8C0bwg',
  timestamp: 1_795_880_000.5,
  'log-level': 'error',
  severity: 'permanent',
  reason: 'bounce',
  recipient: to,
  'recipient-domain': to.slice(to.indexOf('@') + 1),
  message: { headers: { to, subject, from: 'news@sender.co.jp', 'message-id': messageId.slice(1, -1) }, size: 111 },
  'delivery-status': {
    'attempt-no': 1,
    message: '5.1.1 The email account that you tried to reach does not exist.',
    code: 550,
    'enhanced-code': '5.1.1',
    description: '',
    'session-seconds': 0.433,
  },
  ...fields,
});

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
export function sendgrid(
  events: readonly unknown[],
  { atMs = Date.now(), key = sendgridKeys.privateKey } = {},
): Sample {
  const body = JSON.stringify(events);
  const timestamp = seconds(atMs);
  const signature = sign('sha256', Buffer.from(timestamp + body), key).toString('base64');
  return {
    headers: {
      ...json,
      'x-twilio-email-event-webhook-timestamp': timestamp,
      'x-twilio-email-event-webhook-signature': signature,
    },
    body,
  };
}

export const sendgridBounce = ({ to, messageId }: Subject, fields: object = {}): object => ({
  email: to,
  timestamp: 1_795_880_000,
  'smtp-id': messageId,
  event: 'bounce',
  category: ['cat facts'],
  sg_event_id: randomUUID(),
  sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
  bounce_classification: 'Invalid Address',
  reason: '550 5.1.1 The email account that you tried to reach does not exist.',
  status: '5.1.1',
  type: 'bounce',
  ...fields,
});

/** https://resend.com/docs/webhooks/emails/bounced, signed as https://docs.svix.com/receiving/verifying-payloads/how-manual says */
export function resend(event: object, { secret = RESEND, atMs = Date.now(), id = `msg_${randomUUID()}` } = {}): Sample {
  const body = JSON.stringify(event);
  const timestamp = seconds(atMs);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const other = Buffer.alloc(32).toString('base64');
  return {
    headers: { ...json, 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': `v1,${other} v1,${signature}` },
    body,
  };
}

export const resendBounce = ({ to, subject, mailId }: Subject, bounce: object = {}): object => ({
  type: 'email.bounced',
  created_at: '2026-11-22T23:41:12.126Z',
  data: {
    created_at: '2026-11-22T23:41:11.894719+00:00',
    email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
    from: 'Sample Works <news@sender.co.jp>',
    to: [to],
    subject,
    headers: [{ name: 'X-Farebox-Email', value: String(mailId) }],
    bounce: {
      message:
        "The recipient's email address is on the suppression list because it has a recent history of producing hard bounces.",
      subType: 'Suppressed',
      type: 'Permanent',
      ...bounce,
    },
  },
});

interface SnsOptions {
  topic?: string;
  type?: string;
  atMs?: number;
  version?: '1' | '2';
  certificate?: string;
  subscribe?: string;
}

/** https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html */
export function sns(message: object | string, options: SnsOptions = {}): Sample {
  const {
    topic = TOPIC,
    type = 'Notification',
    atMs = Date.now(),
    version = '2',
    certificate = CERTIFICATE_URL,
  } = options;
  const more = options.subscribe === undefined ? {} : { SubscribeURL: options.subscribe, Token: '2336412f37' };
  const signed: Record<string, string> = {
    Message: typeof message === 'string' ? message : JSON.stringify(message),
    MessageId: randomUUID(),
    ...more,
    Timestamp: new Date(atMs).toISOString(),
    TopicArn: topic,
    Type: type,
  };
  const text = Object.keys(signed)
    .sort()
    .map((name) => `${name}\n${signed[name]}\n`)
    .join('');
  const Signature = sign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256', Buffer.from(text), snsKey).toString('base64');
  const body = JSON.stringify({ ...signed, SignatureVersion: version, Signature, SigningCertURL: certificate });
  return { headers: { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': type }, body };
}

/** https://docs.aws.amazon.com/ses/latest/dg/notification-examples.html */
export const sesBounce = ({ to, subject, messageId, mailId }: Subject, bounce: object = {}): object => ({
  notificationType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    reportingMTA: 'dns; email.example.com',
    bouncedRecipients: [
      { emailAddress: to, status: '5.1.1', action: 'failed', diagnosticCode: 'smtp; 550 5.1.1 <desk>... User unknown' },
    ],
    timestamp: '2026-11-27T14:59:38.605Z',
    feedbackId: randomUUID(),
    remoteMtaIp: '127.0.2.0',
    ...bounce,
  },
  mail: sesMail({ to, subject, messageId, mailId }),
});

export const sesComplaint = (subject: Subject): object => ({
  eventType: 'Complaint',
  complaint: {
    userAgent: 'AnyCompany Feedback Loop (V0.01)',
    complainedRecipients: [{ emailAddress: subject.to }],
    complaintFeedbackType: 'abuse',
    timestamp: '2026-11-27T14:59:38.237Z',
    feedbackId: randomUUID(),
  },
  mail: sesMail(subject),
});

const sesMail = ({ to, subject, messageId, mailId }: Subject): object => ({
  timestamp: '2026-11-27T14:59:38.237Z',
  source: 'news@sender.co.jp',
  sourceIp: '127.0.3.0',
  sendingAccountId: '123456789012',
  messageId: '00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa0680-000000',
  destination: [to],
  headersTruncated: false,
  headers: [
    { name: 'From', value: 'news@sender.co.jp' },
    { name: 'Message-ID', value: messageId },
    { name: 'X-Farebox-Email', value: String(mailId) },
  ],
  commonHeaders: { from: ['news@sender.co.jp'], to: [to], messageId, subject },
});
