/** A mailbox as it is read over a real socket, by IMAP and by POP3. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMailbox } from '../../src/mail/mailbox.ts';
import { openScriptedMailbox, type ScriptedMailbox } from '../harness/scripted-mailbox.ts';

const never = new AbortController().signal;
const TIMEOUT_MS = 2_000;

describe.each(['imap', 'pop3'] as const)('a mailbox by %s', (protocol) => {
  let box: ScriptedMailbox;
  let read: string[];
  const take = async (raw: Uint8Array): Promise<void> => {
    read.push(Buffer.from(raw).toString('latin1'));
  };
  const poll = (most = 50, url = protocol === 'imap' ? box.imapUrl : box.pop3Url): Promise<number> =>
    openMailbox(url, TIMEOUT_MS).poll(take, most, never);
  const unread = (): number => box.messages.filter(({ isSeen }) => !isSeen).length;

  beforeEach(async () => {
    read = [];
    box = await openScriptedMailbox();
  });
  afterEach(() => box.close());

  it('gives each message once, in portions', async () => {
    const raw = 'Subject: one\r\n\r\n.\r\n..dots\r\nend';
    for (const text of [raw, 'Subject: two\r\n\r\n', 'Subject: three\r\n\r\n']) box.put(text);
    expect(await poll(2)).toBe(2);
    expect(read.map((text) => text.trimEnd())).toEqual([raw, 'Subject: two']);
    expect([await poll(2), await poll(2), unread()]).toEqual([1, 0, 0]);
    expect(read).toHaveLength(3);
    expect(box.logins).toBe(3);
  });

  it('reads the beginning of what is large, and what comes after it', async () => {
    box.put(`Subject: large\r\n\r\n${'x'.repeat(3_000_000)}`);
    box.put('Subject: small\r\n\r\n');
    expect(await poll()).toBe(2);
    expect(read.map((text) => [text.slice(0, 14), text.length > 1_100_000])).toEqual([
      ['Subject: large', false],
      ['Subject: small', false],
    ]);
  });

  it('keeps a message that could not be taken, and those behind it', async () => {
    for (const text of ['Subject: one\r\n\r\n', 'Subject: two\r\n\r\n']) box.put(text);
    const fail = openMailbox(protocol === 'imap' ? box.imapUrl : box.pop3Url, TIMEOUT_MS).poll(
      () => Promise.reject(new Error('The database is away')),
      50,
      never,
    );
    await expect(fail).rejects.toThrow('The database is away');
    expect(unread()).toBe(2);
    expect(await poll()).toBe(2);
  });

  it('rejects when it cannot be opened, breaks off, is silent, or is stopped', async () => {
    const wrong = (protocol === 'imap' ? box.imapUrl : box.pop3Url).replace('word@', 'wrong@');
    await expect(poll(1, wrong)).rejects.toThrow();
    expect([box.tries, box.logins]).toEqual([1, 0]);
    box.put('Subject: one\r\n\r\n');
    box.answer = (line) => (/FETCH|RETR/.test(line) ? 'close' : undefined);
    await expect(poll()).rejects.toThrow();
    box.answer = (line) => (/SEARCH|STAT/.test(line) ? '' : undefined);
    await expect(poll()).rejects.toThrow();
    box.answer = (line) => (/SEARCH|STAT/.test(line) ? 'x'.repeat(5_000_000) : undefined);
    await expect(poll()).rejects.toThrow();
    const stopped = new AbortController();
    box.answer = () => {
      stopped.abort();
      return '';
    };
    const url = protocol === 'imap' ? box.imapUrl : box.pop3Url;
    await expect(openMailbox(url, 60_000).poll(take, 1, stopped.signal)).rejects.toThrow();
    expect([read, unread()]).toEqual([[], 1]);
    await box.close();
    await expect(poll()).rejects.toThrow();
  });

  it('tells no password to a server elsewhere that has no TLS', async () => {
    const url = protocol === 'imap' ? box.imapUrl : box.pop3Url;
    // Not loopback by its form, though it leads there.
    await expect(poll(1, url.replace('127.0.0.1', '[::ffff:127.0.0.1]'))).rejects.toThrow();
    expect(box.tries).toBe(0);
  });
});
