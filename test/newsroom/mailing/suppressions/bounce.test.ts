/** Bounce reports as real servers write them, and messages meant to break the parser. */
import { describe, expect, it } from 'vitest';
import { Secrets } from '../../../../src/ledger/secret.ts';
import { buildBounceAddress, readBounceAddress } from '../../../../src/newsroom/mailing/links/unsubscribe-headers.ts';
import { parseBounce } from '../../../../src/newsroom/mailing/suppressions/bounce.ts';

const secrets = new Secrets('s'.repeat(32), []);
const bounce = buildBounceAddress(secrets, 812, 'mail.example.com');

const bytes = (text: string): Uint8Array => Buffer.from(text.replace(/\r?\n/g, '\r\n'));

const report = (kind: string, part: string, original = 'message/rfc822'): string => `From: MAILER-DAEMON@mx.example.jp
To: <${bounce}>
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=${kind}; boundary="b1"

--b1
Content-Type: text/plain; charset=iso-2022-jp

I'm sorry to have to inform you.
--b1
Content-Type: message/${kind}

${part}
--b1
Content-Type: ${original}

Return-Path: <${bounce}>
Message-ID: <m812@mail.example.com>
Subject: =?utf-8?B?5paw6KO95ZOB?=

Body
--b1--
`;

const status = (action: string, code: string, more = ''): string => `Reporting-MTA: dns; mx.example.jp
Arrival-Date: Sat, 21 Nov 2026 09:00:00 +0900

Final-Recipient: rfc822; desk@news.example.jp
Action: ${action}
Status: ${code}
${more}`;

describe('what comes back', () => {
  it('is a hard bounce that names its mail', async () => {
    const read = await parseBounce(
      bytes(
        report(
          'delivery-status',
          status('failed', '5.1.1', 'Diagnostic-Code: smtp; 550 5.1.1\n <desk@news.example.jp>: unknown'),
        ),
      ),
    );
    expect(read).toMatchObject({
      kind: 'hard',
      status: '5.1.1',
      diagnostic: 'smtp; 550 5.1.1 <desk@news.example.jp>: unknown',
      subject: 'Undelivered Mail Returned to Sender',
      recipients: [
        {
          address: 'desk@news.example.jp',
          kind: 'hard',
          status: '5.1.1',
          diagnostic: 'smtp; 550 5.1.1 <desk@news.example.jp>: unknown',
        },
      ],
      messageId: '<m812@mail.example.com>',
      returnAddresses: [bounce],
    });
    expect(readBounceAddress(secrets, read?.returnAddresses[0] ?? '', 'mail.example.com')).toBe(812);
  });

  it.each([
    ['failed', '4.4.7', '', 'soft'],
    ['delayed', '4.4.1', '', 'delayed'],
    ['delivered', '2.0.0', '', 'delivered'],
    ['failed', '', 'Diagnostic-Code: smtp; 552 mailbox full', 'soft'],
    ['failed', '5.2.2', 'Diagnostic-Code: smtp; 552 5.2.2 mailbox full', 'soft'],
    ['failed', '5.7.1', 'Diagnostic-Code: smtp; 550 5.7.1 client host blocked using dnsbl', 'soft'],
    ['failed', '5.1.1', 'Diagnostic-Code: SMTP; 550 blocked using bl.spamcop.net', 'soft'],
    ['failed', '5.3.4', 'Diagnostic-Code: smtp; 552 5.3.4 message too big', 'soft'],
    ['failed', '5.0.0', 'Diagnostic-Code: smtp; 550 Message rejected, DMARC policy', 'soft'],
    ['failed', '5.0.0', 'Diagnostic-Code: smtp; 550 User unknown', 'hard'],
    ['failed', '5.0.0', '', 'soft'],
    ['failed', '5.4.4', 'Diagnostic-Code: x-postfix; Host or domain name not found', 'hard'],
    ['failed', '5.1.1', '', 'hard'],
    ['failed', '', 'Diagnostic-Code: smtp; 421 4.7.0 try later', 'soft'],
    ['failed', '', '', 'unclassified'],
  ])('is, for %s %s %s, %4$s', async (action, code, more, kind) => {
    expect((await parseBounce(bytes(report('delivery-status', status(action, code, more)))))?.kind).toBe(kind);
  });

  it('takes the gravest of several recipients, and headers alone for the mail', async () => {
    const two = `${status('failed', '4.2.1')}

Final-Recipient: utf-8; \\x{7DE8}\\x{96C6}@news.example.jp
Action: failed
Status: 5.1.1
`;
    const read = await parseBounce(bytes(report('global-delivery-status', two, 'text/rfc822-headers')));
    expect(read).toMatchObject({ kind: 'hard', messageId: '<m812@mail.example.com>' });
    expect(read?.recipients.map(({ address, kind }) => [address, kind])).toEqual([
      ['desk@news.example.jp', 'soft'],
      ['編集@news.example.jp', 'hard'],
    ]);
  });

  it('is a complaint, unless the feedback is of another kind', async () => {
    const feedback = (type: string): string => `Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <${bounce}>
Original-Rcpt-To: <desk@news.example.jp>
`;
    const read = await parseBounce(
      bytes(report('feedback-report', feedback('abuse')).replace(`To: <${bounce}>`, 'To: fbl@x.jp')),
    );
    expect(read).toMatchObject({ kind: 'complaint', recipients: [{ address: 'desk@news.example.jp' }] });
    expect(read?.returnAddresses).toContain(bounce);
    expect((await parseBounce(bytes(report('feedback-report', feedback('not-spam')))))?.kind).toBe('unclassified');
  });

  it('is an automatic reply, a wish to leave, or neither', async () => {
    const plain = (headers: string): Uint8Array => bytes(`From: a@b.jp\nTo: ${bounce}\n${headers}\n\nHello\n`);
    expect((await parseBounce(plain('Subject: Re: news\nAuto-Submitted: auto-replied')))?.kind).toBe('auto_reply');
    expect((await parseBounce(plain('Subject: unsubscribe')))?.kind).toBe('unsubscribe');
    expect((await parseBounce(plain('Subject: unsubscribe\nAuto-Submitted: no')))?.kind).toBe('unsubscribe');
    expect((await parseBounce(plain('Subject: 自動返信: 不在です')))?.kind).toBe('auto_reply');
    expect(await parseBounce(plain('Subject: Re: unsubscribe me from what?'))).toMatchObject({
      kind: 'unclassified',
      recipients: [],
      messageId: null,
      returnAddresses: [bounce],
      excerpt: 'Hello',
    });
  });

  it.each([
    // qmail
    [
      'From: MAILER-DAEMON@mx.example.jp\nSubject: failure notice',
      "Hi. This is the qmail-send program at mx.example.jp.\nI'm afraid I wasn't able to deliver your message.\n\n<desk@x.jp>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\n4.2.2",
      'hard',
      '5.1.1',
    ],
    // Exim
    [
      'From: Mail Delivery System <Mailer-Daemon@mx.example.jp>\nX-Failed-Recipients: desk@x.jp\nAuto-Submitted: auto-replied',
      'This message was created automatically.\n\n  desk@x.jp\n    SMTP error from remote mail server after RCPT TO:\n    452 over capacity',
      'soft',
      null,
    ],
    // Gateways of mobile networks
    [
      'From: postmaster@mobile.example\nSubject: 送信できませんでした',
      '宛先のメールアドレスは存在しません。',
      'hard',
      null,
    ],
    ['From: postmaster@mobile.example\nSubject: 送信できませんでした', '受信者の容量を超えています。', 'soft', null],
    ['From: postmaster@mail.example\nSubject: 系统退信', '收件人地址不存在', 'hard', null],
    [
      'Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.jp\nSubject: failure notice',
      'Hi. This is the qmail-send program.\n\n<desk@x.example>:\n550 5.7.1 Message rejected due to SPF policy',
      'soft',
      '5.7.1',
    ],
    [
      'From: Mail Delivery System <Mailer-Daemon@mx.example.jp>\nX-Failed-Recipients: desk@x.jp',
      '  desk@x.jp\n    SMTP error from remote mail server after RCPT TO:\n    550-Verification failed for <b+1.x@m.jp>\n    550-Response: 550 User unknown\n    550 Sender verify failed',
      'soft',
      null,
    ],
    [
      'From: PostMaster@qq.com\nSubject: 系统退信',
      '550 Mail content denied. http://service.mail.qq.com/x',
      'soft',
      null,
    ],
    ['From: Postmaster@163.com\nSubject: 系统退信', '554 DT:SPM 163 smtp5,D9GowACXX', 'soft', null],
    ['From: mailer-daemon@docomo.ne.jp\nSubject: Mail System Error', '550 Unknown user x@docomo.ne.jp', 'hard', null],
    [
      'From: MAILER-DAEMON@mx.example.jp\nSubject: Warning: could not send message for past 4 hours',
      'THIS IS A WARNING MESSAGE ONLY. 450 4.2.2 mailbox full',
      'delayed',
      null,
    ],
    // Somebody who writes about a bounce, and a server that does not say why.
    ['From: a@b.jp\nSubject: Re: 550', 'We got 550 5.1.1 user unknown today, did you?', 'unclassified', null],
    ['From: postmaster@mx.example.jp\nSubject: Warning', 'Your message is 550 bytes long.', 'unclassified', null],
  ])('is told by words where a server writes no report: %s', async (head, text, kind, status) => {
    expect(await parseBounce(bytes(`${head}\nTo: ${bounce}\n\n${text}\n`))).toMatchObject({ kind, status });
  });

  it.each([
    [
      'an absence note',
      'From: Editor <ed@paper.jp>\nReturn-Path: <>\nAuto-Submitted: auto-replied\nSubject: Re: News',
      'Ich bin vom 27.11.26 bis 5.12.26 nicht im Haus. 550 5.1.1 User unknown',
    ],
    [
      'Exchange',
      'From: postmaster@paper.jp\nReturn-Path: <>\nX-Auto-Response-Suppress: All\nSubject: Automatic reply: News',
      'Back on 5.1.1. The mailbox desk@paper.jp no longer exists.',
    ],
    [
      'a ticket',
      'From: Support <support@paper.jp>\nPrecedence: bulk\nSubject: [#550 5.1.1] We received your request',
      'Error code: 550. Your ticket is 5.1.1; no such user found yet.',
    ],
    ['a null return path', 'From: ed@paper.jp\nReturn-Path: <>\nSubject: Re: News', '5.1.1 user unknown'],
    ['a localized subject', 'From: ed@paper.jp\nReturn-Path: <>\nSubject: Abwesenheitsnotiz: News', '550 5.1.1'],
    [
      'a read receipt',
      'From: ed@paper.jp\nSubject: Read: News\nContent-Type: multipart/report; report-type=disposition-notification; boundary="b"',
      '--b\nContent-Type: text/plain\n\n550 5.1.1 user unknown\n--b--',
    ],
    [
      'an attached report',
      'From: ed@paper.jp\nAuto-Submitted: auto-replied\nSubject: Re: News\nContent-Type: multipart/mixed; boundary="b"',
      `--b\nContent-Type: message/delivery-status\n\n${status('failed', '5.1.1')}\n--b--`,
    ],
  ])('is an automatic reply whatever it says: %s', async (_name, head, text) => {
    expect((await parseBounce(bytes(`${head}\nTo: ${bounce}\n\n${text}\n`)))?.kind).toBe('auto_reply');
  });

  it('reads a bounce that is HTML alone', async () => {
    const page = (said: string): Uint8Array =>
      bytes(`From: MAILER-DAEMON@mx.paper.jp\nTo: ${bounce}\nSubject: Returned mail\nContent-Type: text/html

<html><style>p{margin:5.1.1}</style><p>Could not be delivered.</p><p>${said}</p></html>`);
    expect(await parseBounce(page('550 5.1.1 <b>User</b> unknown'))).toMatchObject({ kind: 'hard', status: '5.1.1' });
    expect(await parseBounce(page('550 5.7.1 SPF check failed'))).toMatchObject({ kind: 'soft', cause: 'blocked' });
  });

  it('is a complaint from Outlook.com, and knows our address by the mail that it holds', async () => {
    const complaint = `From: staff@hotmail.com
To: fbl@x.jp
Subject: complaint about message from 192.0.2.1
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b1"

--b1
Content-Type: message/rfc822

X-HmXmrOriginalRecipient: desk@outlook.example
List-Unsubscribe: <https://x.jp/unsubscribe>, <mailto:${bounce}?subject=unsubscribe>
Message-ID: <m812@mail.example.com>

Body
--b1--
`;
    const read = await parseBounce(bytes(complaint));
    expect(read).toMatchObject({ kind: 'complaint', messageId: '<m812@mail.example.com>' });
    expect(read?.returnAddresses).toContain(bounce);
  });

  it('may be anything, and is read in bounded time', async () => {
    const nested = Array.from(
      { length: 300 },
      (_, at) => `Content-Type: multipart/mixed; boundary="n${at}"\n\n--n${at}\n`,
    ).join('');
    const hostile: Uint8Array[] = [
      new Uint8Array(),
      bytes('no mail at all'),
      Buffer.alloc(3_000_000, 'a: b\r\n'),
      Buffer.alloc(3_000_000, 0xff),
      bytes(nested),
      bytes(
        report('delivery-status', 'Final-Recipient: rfc822; a@b.jp\nAction: failed\nStatus: 5.0.0\n\n'.repeat(20_000)),
      ),
      bytes(report('delivery-status', `Final-Recipient: ${'x'.repeat(400_000)}\nAction: failed\nStatus: 5.0.0`)),
      bytes(report('delivery-status', `Final-Recipient: utf-8; \\x{FFFFFF}\\x{D800}@b.jp\nStatus: 5.0.0`)),
      bytes(`To: ${'<a@b.jp>,'.repeat(100_000)}\n\nx`),
    ];
    const started = process.cpuUsage();
    const read = await Promise.all(hostile.map((raw) => parseBounce(raw)));
    expect((process.cpuUsage(started).user + process.cpuUsage(started).system) / 1000).toBeLessThan(5_000);
    for (const one of read) {
      expect(one?.recipients.length ?? 0).toBeLessThanOrEqual(50);
      expect(one?.returnAddresses.length ?? 0).toBeLessThanOrEqual(20);
    }
    expect(read[5]).toMatchObject({ kind: 'soft' });
    expect(read[6]?.recipients[0]?.address).toBeNull();
    expect(read[7]?.recipients[0]?.address).toBeNull();
  });
});
