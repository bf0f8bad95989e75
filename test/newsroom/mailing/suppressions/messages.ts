/** Messages as mail servers and their users send them back. */
import { Secrets } from '../../../../src/ledger/secret.ts';
import { buildBounceAddress } from '../../../../src/newsroom/mailing/links/unsubscribe-headers.ts';

export const SECRET = 'a-secret-of-the-tests-long-enough-1';
export const MAIL_DOMAIN = 'news.farebox.jp';
const secrets = new Secrets(SECRET, []);

export interface Returned {
  mailId: number;
  /** Default: that of nobody. */
  messageId?: string;
  /** Where it came to; default: the signed address of the mail. */
  to?: string;
  /** What tells the message from others. */
  id?: string;
}

export const signedAddress = (mailId: number): string => buildBounceAddress(secrets, mailId, MAIL_DOMAIN);

const lines = (text: string): string => text.replace(/\r?\n/g, '\r\n');

/** A delivery report with the head of the mail that came back. */
export function writeReport({ mailId, messageId, to = signedAddress(mailId), id }: Returned, status: string): string {
  return lines(`Return-Path: <>
From: MAILER-DAEMON@mx.paper.jp
To: <${to}>
Message-ID: <${id ?? `${status}.${mailId}`}@mx.paper.jp>
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you.
--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.paper.jp

Final-Recipient: rfc822; desk@paper.jp
Action: failed
Status: ${status}
Diagnostic-Code: smtp; 550 ${status} not today
--b1
Content-Type: text/rfc822-headers

Return-Path: <${to}>
${messageId === undefined ? '' : `Message-ID: ${messageId}\n`}Subject: News

--b1--
`);
}

/** A reader has pressed the button: what their provider sends of it. */
export function writeComplaint({ mailId, messageId = '<nobody@paper.jp>', id }: Returned): string {
  return lines(`From: feedback@mail.example
To: fbl@${MAIL_DOMAIN}
Message-ID: <${id ?? `complaint.${mailId}`}@mail.example>
Subject: FW: News
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b1"

--b1
Content-Type: text/plain

This is an abuse report.
--b1
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Some/1.0
Version: 1
--b1
Content-Type: message/rfc822

From: news@${MAIL_DOMAIN}
Message-ID: ${messageId}
List-Unsubscribe: <https://news.farebox.jp/unsubscribe?x=1>, <mailto:${signedAddress(mailId)}?subject=unsubscribe>
Subject: News

Body
--b1--
`);
}

/** Neither a report nor a complaint; `head` has more headers. */
export const writePlain = ({ mailId, to = signedAddress(mailId) }: Returned, head: string, text: string): string =>
  lines(`From: desk@paper.jp\nTo: ${to}\n${head}\n\n${text}\n`);
