/** Mail by a mail server. The address is the operator's own word and stands outside the guard of outgoing addresses. */
import nodemailer from 'nodemailer';
import { isReservedDomain, parseMailAddress, readDomain } from '../kernel/mail-address.ts';
import type { Delivery } from './delivery.ts';

export interface SmtpOptions {
  /** `smtp(s)://user:pass@host:port` */
  url: string;
  /** Of the connection, the greeting and each silence. */
  timeoutMs: number;
  from: { name: string; address: string };
}

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const CONNECTIONS_MAX = 2;

export function openSmtp({ url, timeoutMs, from }: SmtpOptions): Delivery {
  const { protocol, hostname, port, username, password } = new URL(url);
  const user = decodeURIComponent(username);
  const transport = nodemailer.createTransport(
    {
      pool: true,
      maxConnections: CONNECTIONS_MAX,
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (PORTS[protocol] ?? 587) : Number(port),
      secure: protocol === 'smtps:',
      // A password never goes over a network in the clear.
      requireTLS: user !== '' && !LOOPBACK.test(hostname),
      ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(password) } }),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    async deliver({ to, subject, text }) {
      const address = parseMailAddress(to);
      if (!address || isReservedDomain(readDomain(address))) return 'reserved_domain';
      await transport.sendMail({ to: { name: '', address: to }, subject, text });
      return null;
    },
    async close() {
      transport.close();
    },
  };
}
