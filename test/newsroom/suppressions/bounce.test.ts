/** What comes back: reports as real servers write them, and messages that are meant to break the reader. */
import { describe, expect, it } from 'vitest';
import { Secrets } from '../../../src/ledger/secret.ts';
import { parseBounce } from '../../../src/newsroom/suppressions/bounce.ts';
import { buildBounceAddress, readBounceAddress } from '../../../src/newsroom/suppressions/headers.ts';

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
    expect(read).toEqual({
      kind: 'hard',
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
    ['failed', '', 'Diagnostic-Code: smtp; 552 mailbox full', 'hard'],
    ['failed', '', 'Diagnostic-Code: smtp; 421 4.7.0 try later', 'soft'],
    ['failed', '', '', 'unclassified'],
  ])('is, for %s %s %s, %4$s', async (action, code, more, kind) => {
    expect((await parseBounce(bytes(report('delivery-status', status(action, code, more)))))?.kind).toBe(kind);
  });

  it('takes the gravest of several recipients, and headers alone for the mail', async () => {
    const two = `${status('failed', '4.2.1')}

Final-Recipient: utf-8; \\x{7DE8}\\x{96C6}@news.example.jp
Action: failed
Status: 5.7.1
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
    expect(await parseBounce(plain('Subject: Re: unsubscribe me from what?'))).toEqual({
      kind: 'unclassified',
      recipients: [],
      messageId: null,
      returnAddresses: [bounce],
    });
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
    expect(read[5]).toMatchObject({ kind: 'hard' });
    expect(read[6]?.recipients[0]?.address).toBeNull();
    expect(read[7]?.recipients[0]?.address).toBeNull();
  });
});
