/**
 * Messages of Amazon SNS, verified as its guide says: the certificate comes from a host of SNS over https, and the topic is one
 * that is configured. https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 */
import { verify, X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { readJson, requireRecent, SIGNATURE_REFUSAL } from './requests.ts';
import { createRefusal, type WebhookRequest } from './types.ts';

const messageForm = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string().max(200),
  TopicArn: z.string().max(500),
  Message: z.string(),
  Subject: z.string().nullish(),
  Timestamp: z.string().max(100),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string().max(4_000),
  SigningCertURL: z.string().max(1_000),
  SubscribeURL: z.string().max(4_000).optional(),
  Token: z.string().max(4_000).optional(),
});

export type SnsMessage = z.infer<typeof messageForm>;

const SNS_HOST = /^sns\.[a-z0-9-]{3,40}\.amazonaws\.com(?:\.cn)?$/;
const CERTIFICATES_MAX = 20;
const CERTIFICATE_MS = 24 * 3_600_000;

const certificates = new LRUCache<string, X509Certificate>({ max: CERTIFICATES_MAX, ttl: CERTIFICATE_MS });

/** Throws INVALID_INPUT for a message that SNS hasn't signed, of another topic, or too old. */
export async function readSnsMessage(request: WebhookRequest): Promise<SnsMessage> {
  const message = readJson(request.body.toString('utf8'), messageForm);
  if (!request.secrets.includes(message.TopicArn)) throw createRefusal('The topic is not one that is configured');
  requireRecent(Date.parse(message.Timestamp), request.nowMs);
  const certificate = await readCertificate(message, request);
  const algorithm = message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
  const signature = Buffer.from(message.Signature, 'base64');
  if (!verify(algorithm, Buffer.from(buildSignedText(message)), certificate.publicKey, signature))
    throw createRefusal(SIGNATURE_REFUSAL);
  return message;
}

/** An https address of SNS; null for any other. */
export function readSnsUrl(text: string): URL | null {
  const url = URL.parse(text);
  const isPlain = url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  return url && isPlain && SNS_HOST.test(url.hostname) ? url : null;
}

async function readCertificate({ SigningCertURL }: SnsMessage, request: WebhookRequest): Promise<X509Certificate> {
  const url = readSnsUrl(SigningCertURL);
  if (!url?.pathname.endsWith('.pem')) throw createRefusal('The certificate is not at an address of Amazon SNS');
  const certificate = certificates.get(url.href) ?? parseCertificate(await request.fetchText(url));
  const isValid =
    certificate !== null &&
    Date.parse(certificate.validFrom) <= request.nowMs &&
    Date.parse(certificate.validTo) > request.nowMs;
  if (!isValid) throw createRefusal('The certificate of the signature is not valid now');
  certificates.set(url.href, certificate);
  return certificate;
}

function parseCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

/** The fields in the order of their names, each with its name in a line of its own. */
function buildSignedText(message: SnsMessage): string {
  const names =
    message.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const);
  return names.flatMap((name) => (message[name] == null ? [] : [`${name}\n${message[name]}\n`])).join('');
}
