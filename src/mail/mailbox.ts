/** The bounce mailbox. Its address comes from the operator, and nothing else is connected to. */
import type { Mailbox, MailboxServer } from './mailbox-types.ts';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const PORTS: Readonly<Record<string, number>> = { 'imap:': 143, 'imaps:': 993, 'pop3:': 110, 'pop3s:': 995 };

/** `imap(s)://user:pass@host:port/folder` or `pop3(s)://user:pass@host:port`. Nothing is loaded before the first poll. */
export function openMailbox(url: string, timeoutMs: number): Mailbox {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const isSecure = protocol.endsWith('s:');
  const server: MailboxServer = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (PORTS[protocol] ?? 0) : Number(port),
    isSecure,
    needsTls: !isSecure && !LOOPBACK.test(hostname),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    folder: decodeURIComponent(pathname.replace(/^\/+/, '')) || 'INBOX',
    timeoutMs,
  };
  return {
    async poll(take, most, signal) {
      if (protocol.startsWith('imap')) return (await import('./imap.ts')).pollImap(server, take, most, signal);
      return (await import('./pop3.ts')).pollPop3(server, take, most, signal);
    },
  };
}
