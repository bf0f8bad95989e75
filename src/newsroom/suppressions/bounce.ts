/**
 * Reads what comes back: delivery reports (RFC 3464, 6533), complaints (RFC 5965), automatic replies (RFC 3834) and mails that
 * ask to be left out. It says what a message claims; whether it is about one of our mails, its signed address decides.
 */
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { parseMailAddress } from '../../kernel/mail-address.ts';
import { type BounceText, classifyText } from './bounce-text.ts';
import type { ReturnKind } from './types.ts';

export interface BounceRecipient {
  /** As the report writes it; null when that is not an address. */
  address: string | null;
  kind: ReturnKind;
  /** Enhanced status code, such as `5.1.1`; null when the report has none. */
  status: string | null;
  /** What the other server said: somebody else's words. */
  diagnostic: string | null;
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

type Fields = ReadonlyMap<string, string>;

/** Null for what cannot be read as a mail at all. */
export async function parseBounce(raw: Uint8Array): Promise<BounceReport | null> {
  const mail = await readMail(raw.subarray(0, READ_BYTES_MAX));
  if (!mail) return null;
  const groups = readGroups(mail);
  const feedback = readFeedback(mail);
  const original = readOriginal(mail);
  const recipients = groups.length > 0 ? groups.map(readRecipient) : feedback ? [readComplaint(feedback)] : [];
  const text = recipients.length === 0 && isFromServer(mail) ? classifyText(mail.text ?? '') : null;
  const kind = recipients.length > 0 ? findGravest(recipients) : (text?.kind ?? classifyPlain(mail, original));
  return {
    kind,
    recipients,
    messageId: cut(original.get('message-id') ?? feedback?.get('original-message-id') ?? null),
    returnAddresses: collectAddresses(mail, original, feedback),
    ...describeReason(kind, recipients, text),
    ownId: cut(mail.messageId ?? null),
    subject: cut(mail.subject ?? null),
    excerpt: (mail.text ?? '').slice(0, EXCERPT_CHARS_MAX).trim().toWellFormed(),
  };
}

function describeReason(
  kind: ReturnKind,
  recipients: readonly BounceRecipient[],
  text: BounceText | null,
): Pick<BounceReport, 'status' | 'diagnostic'> {
  const { status, diagnostic } = recipients.find((one) => one.kind === kind) ?? text ?? noReason;
  return { status, diagnostic: cut(diagnostic) };
}

const noReason = { status: null, diagnostic: null };

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

function readRecipient(fields: Fields): BounceRecipient {
  const diagnostic = fields.get('diagnostic-code') ?? null;
  const status = STATUS.exec(fields.get('status') ?? '')?.[1] ?? STATUS.exec(diagnostic ?? '')?.[1] ?? null;
  return {
    address: readAddress(fields.get('original-recipient')) ?? readAddress(fields.get('final-recipient')),
    kind: classifyStatus(fields.get('action')?.toLowerCase(), status?.[0] ?? REPLY_CODE.exec(diagnostic ?? '')?.[1]),
    status,
    diagnostic: cut(diagnostic),
  };
}

function classifyStatus(action: string | undefined, digit: string | undefined): ReturnKind {
  if (action === 'delayed') return 'delayed';
  if (action === 'delivered' || action === 'relayed' || action === 'expanded' || digit === '2') return 'delivered';
  if (digit === '5') return 'hard';
  return digit === '4' ? 'soft' : 'unclassified';
}

function readComplaint(fields: Fields): BounceRecipient {
  const type = fields.get('feedback-type')?.toLowerCase() ?? '';
  return {
    address: readAddress(fields.get('original-rcpt-to')),
    kind: COMPLAINTS.has(type) ? 'complaint' : 'unclassified',
    status: null,
    diagnostic: cut(type),
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

/** Nobody else sends from nowhere, from these mailboxes, or names recipients that have failed (Exim). */
const isFromServer = (mail: Email): boolean =>
  /^<?>?$/.test(mail.headers.find(({ key }) => key === 'return-path')?.value.trim() ?? '-') ||
  /^(?:mailer-daemon|postmaster|mail-daemon|double-bounce)@/i.test(mail.from?.address ?? '') ||
  /^mailer-daemon$/i.test(mail.from?.address ?? mail.from?.name ?? '') ||
  readHeader(mail, 'x-failed-recipients') !== '';

const AUTOMATIC_SUBJECT =
  /^\s*(?:(?:auto(?:matic)?[ -]?(?:reply|response)|out of (?:the )?office)\b|(?:【|\[)?自動(?:返信|応答)|自动(?:回复|答复))/i;

/** A mail that is not a report. */
function classifyPlain(mail: Email, original: Fields): ReturnKind {
  // What Outlook.com sends of readers who complain: the mail, and nothing in a form.
  if (original.has('x-hmxmroriginalrecipient')) return 'complaint';
  const submitted = readHeader(mail, 'auto-submitted');
  const isAutomatic =
    (submitted !== '' && !submitted.startsWith('no')) ||
    readHeader(mail, 'x-autoreply') !== '' ||
    readHeader(mail, 'x-autorespond') !== '' ||
    /auto_reply/.test(readHeader(mail, 'precedence')) ||
    AUTOMATIC_SUBJECT.test(mail.subject ?? '');
  if (isAutomatic) return 'auto_reply';
  return /^\s*unsubscribe\s*$/i.test(mail.subject ?? '') ? 'unsubscribe' : 'unclassified';
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
