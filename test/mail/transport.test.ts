/** Judges every way in which a mail server can fail, against a server that breaks at that point. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTransport } from '../../src/mail/mail.ts';
import type { RefusalCause } from '../../src/mail/refusal.ts';
import type { Letter, MailTransport, Outcome, Stage } from '../../src/mail/types.ts';
import { type ScriptedServer, type SmtpAnswer, type SmtpStep, startScriptedServer } from '../harness/scripted-smtp.ts';

const letter: Letter = {
  from: { name: 'Farebox', address: 'noreply@farebox.jp' },
  replyTo: null,
  to: { name: '', address: 'desk@paper.jp' },
  returnPath: 'b+1.abcdefgh@farebox.jp',
  messageId: '<c1.e1.v1@farebox.jp>',
  subject: '夏の本',
  text: '夏の本が出ます。',
  html: null,
  headers: {},
  date: 0,
};

type Row = [Outcome, Stage, { refusal?: RefusalCause; asksForPatience?: true; isTransportTrouble?: true }?];
const trouble = { isTransportTrouble: true } as const;

const rows: [SmtpStep, SmtpAnswer, ...Row][] = [
  ['greeting', 'close', 'transport_error', 'connect', trouble],
  ['greeting', '421 too busy', 'transport_error', 'connect', trouble],
  ['greeting', 'silence', 'transport_error', 'connect', trouble],
  ['ehlo', 'close', 'transport_error', 'connect', trouble],
  ['mail', '421 too many', 'retry', 'mail', { asksForPatience: true }],
  ['mail', '451 not now', 'transport_error', 'mail', trouble],
  ['mail', '550 5.7.1 who are you', 'transport_error', 'mail', trouble],
  ['mail', 'close', 'retry', 'mail', trouble],
  ['rcpt', '550 5.1.1 no such user', 'failed', 'rcpt', { refusal: 'recipient' }],
  ['rcpt', '550 no such user', 'failed', 'rcpt', { refusal: 'recipient' }],
  ['rcpt', '553 no such user', 'failed', 'rcpt', { refusal: 'recipient' }],
  ['rcpt', '550 5.7.1 policy', 'failed', 'rcpt', { refusal: 'blocked' }],
  ['rcpt', '552 mailbox full', 'failed', 'rcpt', { refusal: 'full' }],
  ['rcpt', '550 5.1.1 blocked using dnsbl.example', 'failed', 'rcpt', { refusal: 'blocked' }],
  ['rcpt', '550 SPF check failed, see https://mx.example/unknown-user', 'failed', 'rcpt', { refusal: 'blocked' }],
  ['rcpt', '450 4.2.0 greylisted', 'retry', 'rcpt', { refusal: 'deferred' }],
  ['rcpt', '421 4.7.0 slow down', 'retry', 'rcpt', { asksForPatience: true }],
  ['rcpt', 'close', 'retry', 'rcpt', trouble],
  ['rcpt', 'silence', 'retry', 'rcpt', trouble],
  ['data', '451 not now', 'retry', 'data', { refusal: 'deferred' }],
  ['data', '554 no', 'failed', 'data', { refusal: 'unknown' }],
  ['data', 'close', 'retry', 'data', trouble],
  ['terminator', '451 4.3.0 not now', 'retry', 'reply', { refusal: 'deferred' }],
  ['terminator', '554 5.7.1 spam', 'failed', 'reply', { refusal: 'blocked' }],
  ['terminator', '421 4.3.2 going down', 'retry', 'reply', { asksForPatience: true }],
  ['terminator', 'close', 'unknown', 'terminator'],
  ['terminator', 'silence', 'unknown', 'terminator'],
  ['terminator', 'accept and close', 'unknown', 'terminator'],
  ['terminator', undefined, 'sent', 'reply'],
];

describe.each([
  ['pipelining', ['PIPELINING']],
  ['one command after another', []],
])('with %s', (_name, extensions) => {
  let server: ScriptedServer;
  let transport: MailTransport;
  let broken: { step: SmtpStep; answer: SmtpAnswer } | undefined;
  const text = (length: number): Letter => ({ ...letter, text: 'long '.repeat(length / 5) });

  beforeAll(async () => {
    server = await startScriptedServer({
      extensions,
      answer: (step) => (broken?.step === step ? broken.answer : undefined),
    });
    transport = openTransport({ smtpUrl: server.url, smtpTimeoutMs: 300, dataDir: '' });
  });
  afterAll(async () => {
    await transport.close();
    await server.close();
  });

  it.each(rows)('%s: %s is %s', async (step, answer, outcome, stage, more = {}) => {
    broken = { step, answer };
    const verdict = await transport.deliver(letter, { fileName: 'unused' });
    const plain = { refusal: null, asksForPatience: false, isTransportTrouble: false };
    expect(verdict).toMatchObject({ outcome, stage, ...plain, ...more });
  });

  it('a mail that was cut off within its text was not accepted', async () => {
    broken = { step: 'body', answer: 'close' };
    const verdict = await transport.deliver(text(8_000_000), { fileName: 'unused' });
    expect(verdict).toMatchObject({ outcome: 'retry', stage: 'body' });
  });

  it('a connection serves several mails, and one that was closed meanwhile is made anew', async () => {
    broken = undefined;
    const before = server.connections;
    const mails = [letter, letter, letter];
    for (const one of mails)
      expect(await transport.deliver(one, { fileName: 'unused' })).toMatchObject({ outcome: 'sent' });
    expect(server.connections).toBeLessThanOrEqual(before + 1);
  });

  it('an address that is not ASCII goes to servers alone that can take it', async () => {
    broken = undefined;
    const to = { name: '', address: '編集@例え.jp' };
    const verdict = await transport.deliver({ ...letter, to }, { fileName: 'unused' });
    expect(verdict).toMatchObject({ outcome: 'failed', isTransportTrouble: false });
  });
});
