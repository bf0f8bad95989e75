/** Notifications and events of Amazon SES through SNS: https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html. */
import { z } from 'zod';
import { readJson } from './requests.ts';
import { readSnsMessage, readSnsUrl, type SnsMessage } from './sns.ts';
import { createRefusal, defineMailProvider, type MailEvent, toEvent, type WebhookRequest } from './types.ts';

const TOPIC = /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w.-]{1,256}$/;

const headerForm = z.object({ name: z.string(), value: z.string() });
const complaintRecipientForm = z.object({ emailAddress: z.string() });
const bounceRecipientForm = complaintRecipientForm.extend({
  status: z.string().nullish(),
  diagnosticCode: z.string().nullish(),
});

const notificationForm = z.object({
  /** Of a notification of an identity; `eventType` of an event of a configuration set. */
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  mail: z
    .object({
      source: z.string().nullish(),
      headers: z.array(headerForm).nullish().catch(null),
      commonHeaders: z.object({ messageId: z.string().nullish(), subject: z.string().nullish() }).nullish().catch(null),
    })
    .optional(),
  bounce: z
    .object({
      feedbackId: z.string(),
      bounceType: z.string(),
      bouncedRecipients: z.array(bounceRecipientForm).max(50),
    })
    .optional(),
  complaint: z
    .object({
      feedbackId: z.string(),
      complaintFeedbackType: z.string().nullish(),
      complainedRecipients: z.array(complaintRecipientForm).max(50),
    })
    .optional(),
});

type Notification = z.infer<typeof notificationForm>;

export const ses = defineMailProvider({
  id: 'ses',
  title: 'Amazon SES',
  about: 'ARN of the SNS topic that Amazon SES notifies of bounces and complaints',
  checkSecret: (secret) => (TOPIC.test(secret) ? null : 'must be the ARN of an SNS topic'),
  async receive(request) {
    const message = await readSnsMessage(request);
    if (message.Type === 'SubscriptionConfirmation') await confirm(message, request);
    return message.Type === 'Notification' ? readEvents(readJson(message.Message, notificationForm)) : [];
  },
});

async function confirm({ SubscribeURL = '' }: SnsMessage, { fetchText }: WebhookRequest): Promise<void> {
  const url = readSnsUrl(SubscribeURL);
  if (!url) throw createRefusal('The subscription is not confirmed at an address of Amazon SNS');
  await fetchText(url);
}

function readEvents(notification: Notification): MailEvent[] {
  const { mail, bounce, complaint } = notification;
  const type = notification.notificationType ?? notification.eventType;
  const header = (name: string): string | null =>
    mail?.headers?.find((one) => one.name.toLowerCase() === name)?.value ?? null;
  const facts = {
    messageId: header('message-id') ?? mail?.commonHeaders?.messageId ?? null,
    emailHeader: header('x-farebox-email'),
    returnAddress: mail?.source ?? null,
    subject: mail?.commonHeaders?.subject ?? header('subject'),
  };
  if (type === 'Bounce' && bounce) {
    const isPermanent = bounce.bounceType === 'Permanent';
    return bounce.bouncedRecipients.map(({ emailAddress, diagnosticCode, status }) => ({
      ...toEvent({ ...facts, id: `${bounce.feedbackId} ${emailAddress}`, kind: 'bounce', address: emailAddress }),
      isPermanent,
      diagnostic: diagnosticCode?.replace(/^smtp;\s*/i, '') ?? null,
      status: status ?? null,
    }));
  }
  if (type !== 'Complaint' || !complaint || complaint.complaintFeedbackType === 'not-spam') return [];
  return complaint.complainedRecipients.map(({ emailAddress }) =>
    toEvent({ ...facts, id: `${complaint.feedbackId} ${emailAddress}`, kind: 'complaint', address: emailAddress }),
  );
}
