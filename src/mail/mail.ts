/** Mail that leaves: the way it takes, and the queue of what people wait for. Rules: newsroom.md §1.3, §7. */
import type { DkimKey, Mailbox, MailTransport, ServiceMail } from './types.ts';

/** `ctx.services.mail`: login codes and invitations. */
export interface Mail {
  /** `outbox`: nothing leaves this machine. */
  readonly transport: MailTransport['kind'];
  /** Resolves when the mail is kept durably: from then on it goes out, whatever becomes of this server. */
  post(mail: ServiceMail): Promise<void>;
}

declare module '../kernel/tool/context.ts' {
  interface Services {
    mail: Mail;
  }
}

export interface TransportOptions {
  /** `smtp(s)://user:pass@host:port`; absent: the outbox. */
  smtpUrl?: string | undefined;
  smtpTimeoutMs: number;
  /** Holds the folder `outbox`. */
  dataDir: string;
  /** Absent: mail is not signed. */
  dkim?: DkimKey | undefined;
}

export interface MailIdentity {
  from: Mailbox;
  /** Empty: none is configured. */
  postalAddress: string;
  /** Behind the @ of Message-IDs and return paths. */
  mailDomain: string;
}

/** Opens the way that mail takes. Nothing is sent, written or even loaded before the first mail. */
export function openTransport(options: TransportOptions): MailTransport {
  const { smtpUrl, smtpTimeoutMs: timeoutMs, dataDir, dkim } = options;
  const open = async (): Promise<MailTransport> => {
    if (smtpUrl === undefined) return (await import('./outbox.ts')).openOutbox(dataDir, dkim);
    return (await import('./smtp.ts')).openSmtp({ url: smtpUrl, timeoutMs, dkim });
  };
  let opened: Promise<MailTransport> | undefined;
  const transport = (): Promise<MailTransport> => {
    opened ??= open();
    return opened;
  };
  return {
    kind: smtpUrl === undefined ? 'outbox' : 'smtp',
    deliver: async (letter, how) => (await transport()).deliver(letter, how),
    hasFile: async (fileName) => (await transport()).hasFile(fileName),
    close: async () => (await opened)?.close(),
  };
}
