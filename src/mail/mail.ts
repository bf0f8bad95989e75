/** Mail that follows from what somebody did: login codes, invitations. `ctx.services.mail`. Rules: newsroom.md §1.3. */
import type { Log } from '../kernel/ports.ts';
import type { Delivery, OutgoingMail } from './delivery.ts';

export interface Mail {
  /** `outbox`: nothing leaves this machine. */
  readonly transport: 'smtp' | 'outbox';
  /** Takes a mail and returns at once; it is handed over after the answer that it belongs to. */
  post(mail: OutgoingMail): void;
  /** Waits a little for what was posted. */
  close(): Promise<void>;
}

declare module '../kernel/context.ts' {
  interface Services {
    mail: Mail;
  }
}

export interface MailOptions {
  /** `smtp(s)://user:pass@host:port`; absent: the outbox. */
  smtpUrl?: string | undefined;
  smtpTimeoutMs: number;
  from: { name: string; address: string };
  /** Holds the folder `outbox`. */
  dataDir: string;
  log: Log;
}

/** Mails that may wait; more are dropped, and said so in the log. */
const QUEUE_MAX = 1_000;
/** Long enough for the answer to be written first. */
const HAND_OVER_MS = 20;
/** Waits before the second and the third try. */
const RETRY_MS = [1_000, 5_000];
const CLOSE_MS_MAX = 3_000;

/** Opens the way that mail takes. Nothing is sent, written or even loaded before the first mail. */
export function openMail(options: MailOptions): Mail {
  const queue = new MailQueue(openWhenNeeded(options), options.log);
  const transport = options.smtpUrl === undefined ? 'outbox' : 'smtp';
  return { transport, post: (mail) => queue.post(mail), close: () => queue.close() };
}

/** Most servers start without a mail to send: the mail library is not loaded for them. */
function openWhenNeeded({ smtpUrl, smtpTimeoutMs, from, dataDir }: MailOptions): Delivery {
  const open = async (): Promise<Delivery> => {
    if (smtpUrl === undefined) return (await import('./outbox.ts')).openOutbox(dataDir, from);
    return (await import('./smtp.ts')).openSmtp({ url: smtpUrl, timeoutMs: smtpTimeoutMs, from });
  };
  let opened: Promise<Delivery> | undefined;
  return {
    async deliver(mail) {
      opened ??= open();
      return (await opened).deliver(mail);
    },
    async close() {
      await (await opened)?.close();
    },
  };
}

class MailQueue {
  readonly #delivery: Delivery;
  readonly #log: Log;
  readonly #queue: OutgoingMail[] = [];
  #working: Promise<void> | null = null;
  #closing = false;

  constructor(delivery: Delivery, log: Log) {
    this.#delivery = delivery;
    this.#log = log;
  }

  post(mail: OutgoingMail): void {
    if (this.#queue.length >= QUEUE_MAX) {
      this.#log.error({ kind: mail.kind }, 'too many mails wait: this one is dropped');
      return;
    }
    this.#queue.push(mail);
    this.#working ??= this.#work();
  }

  async close(): Promise<void> {
    this.#closing = true;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_MS_MAX);
    });
    await Promise.race([this.#working ?? Promise.resolve(), patience]);
    clearTimeout(timer);
    await this.#delivery.close();
  }

  async #work(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, HAND_OVER_MS));
    for (let mail = this.#queue.shift(); mail; mail = this.#queue.shift()) await this.#deliver(mail);
    this.#working = null;
  }

  async #deliver(mail: OutgoingMail): Promise<void> {
    const { kind } = mail;
    for (let tries = 0; ; tries++) {
      try {
        const reason = await this.#delivery.deliver(mail);
        if (reason !== null) this.#log.info({ kind, reason }, 'a mail was not sent');
        return;
      } catch (thrown) {
        const waitMs = this.#closing ? undefined : RETRY_MS[tries];
        this.#log.warn({ kind, err: thrown, again: waitMs !== undefined }, 'a mail could not be handed over');
        if (waitMs === undefined) return;
        await pause(waitMs);
      }
    }
  }
}

/** Keeps no process from ending. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
