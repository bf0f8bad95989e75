/**
 * Parses returned messages: delivery reports (RFC 3464, 6533), complaints (RFC 5965), automatic replies (RFC 3834) and
 * unsubscribe requests. It reports what a message claims; the signed address decides whether it belongs to an email of
 * this server.
 */
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { parseMailAddress } from '../../../lib/mail-address.ts';
import { classifyRefusal, type RefusalCause } from '../../../mail/refusal.ts';
import { htmlToText } from '../../../text/html-text.ts';
import type { ReturnKind } from '../../suppression-list/types.ts';
import { type BounceText, classifyText } from './bounce-text.ts';

export interface BounceRecipient {
  /** As the report writes it; null when that is not an address. */
  address: string | null;
  kind: ReturnKind;
  /** Enhanced status code, such as `5.1.1`; null when the report has none. */
  status: string | null;
  /** What the other server said: somebody else's words. */
  diagnostic: string | null;
  /** Null unless the mail was refused. */
  cause: RefusalCause | null;
}

export interface BounceReport {
  /** The gravest of its recipients'. */
  kind: ReturnKind;
  recipients: BounceRecipient[];
  /** With angle brackets; of the mail that the report is about. */
  messageId: string | null;
  /** Addresses that the report came to or names as our envelope sender: `readBounceAddress` tells which mail. */
  returnAddresses: string[];
  /** Enhanced status code and words of the gravest; null when it has none. */
  status: string | null;
  diagnostic: string | null;
  cause: RefusalCause | null;
  /** Of the message itself: it knows a report that comes again. */
  ownId: string | null;
  subject: string | null;
  /** What a person would read first. */
  excerpt: string;
}

/** Reports tell at their beginning; behind that stands the mail that came back. */
const READ_BYTES_MAX = 131_072;
const HEADER_BYTES_MAX = 65_536;
const NESTING_MAX = 10;
const STATUS_CHARS_MAX = 65_536;
const RECIPIENTS_MAX = 50;
const ADDRESSES_MAX = 20;
const WORDS_MAX = 500;
const EXCERPT_CHARS_MAX = 2_000;

const GRAVITY: readonly ReturnKind[] = [
  'hard',
  'complaint',
  'unsubscribe',
  'soft',
  'delayed',
  'delivered',
  'auto_reply',
];
const COMPLAINTS = new Set(['abuse', 'fraud', 'complaint', 'opt-out', 'opt-out-list']);
const ORIGINALS = new Set(['message/rfc822', 'message/global', 'message/global-headers', 'text/rfc822-headers']);
const STATUS = /\b([245]\.\d{1,3}\.\d{1,3})\b/;
const REPLY_CODE = /\b([245])\d\d\b/;
const HTML_CHARS_MAX = 65_536;

type Fields = ReadonlyMap<string, string>;

/** Null for what cannot be read as a mail at all. */
export async function parseBounce(raw: Uint8Array): Promise<BounceReport | null> {
  const mail = await readMail(raw.subarray(0, READ_BYTES_MAX));
  if (!mail) return null;
  const text = (mail.text ?? htmlToText((mail.html ?? '').slice(0, HTML_CHARS_MAX))).trim();
  const isBounce = isReport(mail) || isBounceText(mail);
  const groups = isBounce ? readGroups(mail) : [];
  const feedback = readFeedback(mail);
  const original = readOriginal(mail);
  const written = isBounce && !feedback ? classifyText(text) : null;
  const recipients =
    groups.length > 0
      ? groups.map((group) => readRecipient(group, written))
      : feedback
        ? [readComplaint(feedback)]
        : [];
  const kind =
    recipients.length > 0 ? findGravest(recipients) : (written?.kind ?? classifyPlain(mail, original, isBounce));
  const { status, diagnostic, cause } = recipients.find((one) => one.kind === kind) ?? written ?? noReason;
  return {
    kind,
    recipients,
    messageId: cut(original.get('message-id') ?? feedback?.get('original-message-id') ?? null),
    returnAddresses: collectAddresses(mail, original, feedback),
    status,
    diagnostic: cut(diagnostic),
    cause,
    ownId: cut(mail.messageId ?? null),
    subject: cut(mail.subject ?? null),
    excerpt: text.slice(0, EXCERPT_CHARS_MAX).trim().toWellFormed(),
  };
}

const noReason = { status: null, diagnostic: null, cause: null };

async function readMail(raw: Uint8Array): Promise<Email | null> {
  try {
    return await PostalMime.parse(raw, {
      forceRfc822Attachments: true,
      attachmentEncoding: 'utf8',
      maxNestingDepth: NESTING_MAX,
      maxHeadersSize: HEADER_BYTES_MAX,
    });
  } catch {
    return null;
  }
}

const contentOf = ({ content }: Attachment): string => (typeof content === 'string' ? content : '');

/** The groups of a delivery report that are about one recipient each. */
function readGroups({ attachments }: Email): Fields[] {
  return attachments
    .filter(({ mimeType }) => /^message\/(?:global-)?delivery-status$/.test(mimeType))
    .flatMap((part) =>
      contentOf(part)
        .slice(0, STATUS_CHARS_MAX)
        .split(/\r?\n(?:[ \t]*\r?\n)+/),
    )
    .slice(0, RECIPIENTS_MAX + 1)
    .map(readFields)
    .filter((fields) => fields.has('final-recipient') || fields.has('original-recipient') || fields.has('action'))
    .slice(0, RECIPIENTS_MAX);
}

function readFeedback({ attachments }: Email): Fields | null {
  const part = attachments.find(({ mimeType }) => mimeType === 'message/feedback-report');
  return part ? readFields(contentOf(part)) : null;
}

/** The headers of the mail that came back. */
function readOriginal({ attachments }: Email): Fields {
  const part = attachments.find(({ mimeType }) => ORIGINALS.has(mimeType));
  return readFields((part ? contentOf(part) : '').trimStart().split(/\r?\n[ \t]*\r?\n/, 1)[0] ?? '');
}

/** Names in lower case; the first of each counts. Lines that begin with a space go on with the one before. */
function readFields(text: string): Fields {
  const fields = new Map<string, string>();
  for (const line of text
    .slice(0, HEADER_BYTES_MAX)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([!-9;-~]{1,76}):(.*)$/.exec(line) ?? [];
    if (name !== '' && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim());
  }
  return fields;
}

/** `written`: what the part for people says, which decides where the report itself names no cause. */
function readRecipient(fields: Fields, written: BounceText | null): BounceRecipient {
  const diagnostic = fields.get('diagnostic-code') ?? null;
  const reported = STATUS.exec(fields.get('status') ?? '')?.[1] ?? null;
  const address = readAddress(fields.get('original-recipient')) ?? readAddress(fields.get('final-recipient'));
  const action = fields.get('action')?.toLowerCase() ?? '';
  const digit = reported?.[0] ?? STATUS.exec(diagnostic ?? '')?.[1]?.[0] ?? REPLY_CODE.exec(diagnostic ?? '')?.[1];
  const facts = { address, status: reported, diagnostic: cut(diagnostic), cause: null };
  if (action === 'delayed') return { ...facts, kind: 'delayed' };
  if (['delivered', 'relayed', 'expanded'].includes(action) || digit === '2') return { ...facts, kind: 'delivered' };
  const { cause, isPermanent, status } = classifyRefusal((diagnostic ?? '').replace(/^[\w-]+\s*;/, ''), reported);
  const isHard = cause === 'recipient' && isPermanent;
  const isTold = cause !== 'unknown' || digit !== undefined;
  if (cause === 'unknown' && written && written.kind !== 'delayed')
    return { ...facts, status: written.status ?? status, kind: written.kind, cause: written.cause };
  return { ...facts, status, kind: isHard ? 'hard' : isTold ? 'soft' : 'unclassified', cause: isTold ? cause : null };
}

function readComplaint(fields: Fields): BounceRecipient {
  const type = fields.get('feedback-type')?.toLowerCase() ?? '';
  return {
    address: readAddress(fields.get('original-rcpt-to')),
    kind: COMPLAINTS.has(type) ? 'complaint' : 'unclassified',
    status: null,
    diagnostic: cut(type),
    cause: null,
  };
}

/** `rfc822; a@b.jp`, `utf-8; \x{7DE8}@b.jp`, `<a@b.jp>`. */
function readAddress(field: string | undefined): string | null {
  const bare = (field ?? '')
    .slice(0, WORDS_MAX)
    .replace(/^[\w-]+\s*;/, '')
    .replace(/[<>]/g, '');
  const text = bare.replace(/\\x\{([0-9a-f]{2,6})\}/gi, (whole, hex: string) => {
    const point = Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
  return parseMailAddress(text)?.address ?? null;
}

const findGravest = (recipients: readonly BounceRecipient[]): ReturnKind =>
  GRAVITY.find((kind) => recipients.some((recipient) => recipient.kind === kind)) ?? 'unclassified';

const readHeader = (mail: Email, name: string): string =>
  mail.headers.find(({ key }) => key === name)?.value.toLowerCase() ?? '';

const isReport = (mail: Email): boolean =>
  /^multipart\/report\b/.test(readHeader(mail, 'content-type')) &&
  !/report-type\s*=\s*"?disposition-notification/.test(readHeader(mail, 'content-type'));

const hasNullReturnPath = (mail: Email): boolean =>
  mail.headers.some(({ key, value }) => key === 'return-path' && ['', '<>'].includes(value.trim()));

const DAEMON =
  /^(?:mailer-?daemon|mail-?daemon|postmaster|double-bounce|mdaemon|mail-?delivery(?:-?(?:sub)?system)?|microsoftexchange\w*)(?:@|$)/i;
const DAEMON_NAME = /^(?:mailer-daemon|mail (?:delivery (?:sub)?system|administrator)|postmaster)$/i;
const BOUNCE_SUBJECT =
  /undeliver|not delivered|non-?deliver|delivery (?:status|failure|failed|error|report|problem|has failed|incomplete)|fail(?:ure|ed) (?:notice|delivery|to deliver)|mail (?:delivery|system error|failure)|mail could not be delivered|returned (?:mail|to sender)|returning message|message (?:status|bounced)|bounced|送信(?:でき|エラー|失敗)|配信(?:でき|エラー|不能|失敗)|配達(?:でき|不能)|不達|エラーメール|メールエラー|退信|投递失败|发送失败|无法(?:送达|投递)/i;

/** Mail servers write such mails for people. A ticket or an absence note may look alike but says in its headers what it is. */
function isBounceText(mail: Email): boolean {
  if (readHeader(mail, 'x-failed-recipients') !== '') return true;
  const { subject = '', from } = mail;
  if (AUTOMATIC_SUBJECT.test(subject)) return false;
  const isDaemon = DAEMON.test(from?.address ?? '') || DAEMON_NAME.test((from?.name ?? '').trim());
  const isBounceSubject = BOUNCE_SUBJECT.test(subject);
  if (isAutomatic(mail)) return isDaemon && isBounceSubject;
  return isDaemon || (hasNullReturnPath(mail) && isBounceSubject);
}

const AUTOMATIC_SUBJECT =
  /^\s*(?:(?:re|aw|sv|antw)\s*:\s*)?(?:(?:auto(?:matic)?[ -]?(?:reply|response|mated reply)|out[ -]of[ -](?:the[ -])?office|abwesenheit\w*|automatische antwort|r[ée]ponse automatique|respuesta autom[áa]tica|risposta automatica)|(?:【|\[)?(?:自動(?:返信|応答|送信)|不在(?:通知|連絡))|(?:【|\[)?自动(?:回复|答复))/i;
const AUTOMATIC_HEADERS = ['x-autoreply', 'x-autorespond', 'x-auto-response-suppress', 'x-vacation', 'x-autogenerated'];

/** Replies that nobody wrote (RFC 3834), as their headers say. */
function isAutomatic(mail: Email): boolean {
  const submitted = readHeader(mail, 'auto-submitted');
  return (
    (submitted !== '' && !submitted.startsWith('no')) ||
    AUTOMATIC_HEADERS.some((name) => readHeader(mail, name) !== '') ||
    /auto[_-]?reply|bulk|junk|list/.test(readHeader(mail, 'precedence')) ||
    AUTOMATIC_SUBJECT.test(mail.subject ?? '')
  );
}

/** A mail that is neither a report nor says why it came back. */
function classifyPlain(mail: Email, original: Fields, isBounce: boolean): ReturnKind {
  // What Outlook.com sends of readers who complain: the mail, and nothing in a form.
  if (original.has('x-hmxmroriginalrecipient')) return 'complaint';
  if (isBounce) return 'unclassified';
  const isReceipt = /^multipart\/report\b/.test(readHeader(mail, 'content-type'));
  if (isReceipt || isAutomatic(mail)) return 'auto_reply';
  if (/^\s*unsubscribe\s*$/i.test(mail.subject ?? '')) return 'unsubscribe';
  return hasNullReturnPath(mail) ? 'auto_reply' : 'unclassified';
}

function collectAddresses(mail: Email, original: Fields, feedback: Fields | null): string[] {
  const arrived = mail.headers
    .filter(({ key }) => ['to', 'delivered-to', 'x-original-to', 'envelope-to'].includes(key))
    .flatMap(({ value }) => value.slice(0, WORDS_MAX * 4).split(/[,\s<>]+/));
  const candidates = [feedback?.get('original-mail-from'), original.get('return-path')].map((field) =>
    readAddress(field),
  );
  // Reports of complaints often name nothing else of ours.
  const left = /<mailto:([^?>]{1,320})/i.exec(original.get('list-unsubscribe') ?? '')?.[1];
  const addresses = [...arrived, ...candidates, left].flatMap((text) => parseMailAddress(text ?? '')?.address ?? []);
  return [...new Set(addresses)].slice(0, ADDRESSES_MAX);
}

const cut = (text: string | null): string | null => text?.slice(0, WORDS_MAX).toWellFormed() ?? null;
