/**
 * Sends email through a mail server. The operator chooses its address, so the guard for outgoing addresses does not
 * apply.
 */
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { createComposer, toAsciiDomain } from './compose.ts';
import { acceptedVerdict, Conversation, judgeBreakdown, readBreakdown } from './conversation.ts';
import type { DeliveryOptions, DkimKey, Letter, MailTransport, Verdict } from './types.ts';

export interface SmtpOptions {
  /** `smtp(s)://user:pass@host:port` */
  url: string;
  /** Of the connection, the greeting and each silence. */
  timeoutMs: number;
  dkim?: DkimKey | undefined;
}

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** An open connection waits so long for its next mail. */
const IDLE_MS = 5_000;
const NON_ASCII = /[^\p{ASCII}]/u;

export function openSmtp({ url, timeoutMs, dkim }: SmtpOptions): MailTransport {
  const compose = createComposer('windows', dkim);
  const server = readServer(url, timeoutMs);
  const idle: SmtpSession[] = [];
  let isClosed = false;
  return {
    kind: 'smtp',
    async deliver(letter, options) {
      const message = await compose(letter);
      // One connection carries one mail at a time; the next one goes on with it.
      const session = idle.pop() ?? new SmtpSession(server);
      const verdict = await session.deliver(letter, message, options);
      if (session.isOpen && !isClosed) idle.push(session);
      else session.close();
      return verdict;
    },
    hasFile: () => Promise.resolve(false),
    async close() {
      isClosed = true;
      for (const session of idle.splice(0)) session.close();
    },
  };
}

interface Server {
  options: ConstructorParameters<typeof SMTPConnection>[0];
  login: { user: string; pass: string } | null;
}

function readServer(url: string, timeoutMs: number): Server {
  const { protocol, hostname, port, username, password } = new URL(url);
  const user = decodeURIComponent(username);
  return {
    options: {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (PORTS[protocol] ?? 587) : Number(port),
      secure: protocol === 'smtps:',
      // A password never goes over a network in the clear.
      requireTLS: user !== '' && !LOOPBACK.test(hostname),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      transactionLog: true,
    },
    login: user === '' ? null : { user, pass: decodeURIComponent(password) },
  };
}

interface OpenConnection {
  connection: SMTPConnection;
  conversation: Conversation;
}

/** One connection at a time, made when it is needed and made anew when it broke. */
class SmtpSession {
  readonly #server: Server;
  #open: OpenConnection | null = null;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(server: Server) {
    this.#server = server;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  async deliver(letter: Letter, message: Buffer, { onStage }: DeliveryOptions): Promise<Verdict> {
    clearTimeout(this.#idleTimer);
    const fresh = new Conversation();
    fresh.begin(onStage);
    try {
      const { connection, conversation } = await this.#prepare(fresh);
      if (conversation !== fresh) conversation.begin(onStage);
      return await this.#talk(connection, conversation, letter, message);
    } catch (thrown) {
      this.close();
      return judgeBreakdown('connect', readBreakdown(thrown));
    }
  }

  close(): void {
    clearTimeout(this.#idleTimer);
    const closing = this.#open?.connection;
    this.#open = null;
    closing?.quit();
    closing?.close();
  }

  /** The open connection if it still answers; else a new one. */
  async #prepare(fresh: Conversation): Promise<OpenConnection> {
    if (this.#open) {
      const { connection } = this.#open;
      const answers = await settle((done) => connection.reset(done), connection).then(
        () => true,
        () => false,
      );
      if (answers && this.#open) return this.#open;
      this.close();
    }
    const connection = new SMTPConnection({ ...this.#server.options, logger: fresh.logger });
    // Nothing may listen any more when it breaks, and that must not end the process.
    connection.on('error', ignore);
    connection.once('end', () => {
      if (this.#open?.connection === connection) this.#open = null;
    });
    await settle((done) => connection.connect((error) => done(error, true)), connection);
    const { login } = this.#server;
    if (login) await settle((done) => connection.login({ credentials: login }, done), connection);
    this.#open = { connection, conversation: fresh };
    return this.#open;
  }

  async #talk(
    connection: SMTPConnection,
    conversation: Conversation,
    letter: Letter,
    message: Buffer,
  ): Promise<Verdict> {
    const to = toAsciiDomain(letter.to.address);
    if (NON_ASCII.test(to) && !/\bSMTPUTF8\b/i.test(conversation.greeting)) {
      return { ...judgeBreakdown('data', { code: 553, command: 'DATA', text: NO_UTF8 }), code: null };
    }
    const envelope = { from: letter.returnPath, to, size: message.length, use8BitMime: false };
    try {
      const { response } = await settle<{ response: string }>(
        (done) => connection.send(envelope, message, (error, info) => done(error, { response: info?.response ?? '' })),
        connection,
      );
      this.#idleTimer = setTimeout(() => this.close(), IDLE_MS).unref();
      return acceptedVerdict(response);
    } catch (thrown) {
      this.close();
      return conversation.judge(thrown);
    }
  }
}

const NO_UTF8 = 'The mail server does not accept non-ASCII addresses';
const ignore = (): void => {};

/** One step of a connection: its callback, or whatever breaks the connection first. */
function settle<Result>(
  begin: (done: (error: Error | null | undefined, result?: Result) => void) => void,
  connection: SMTPConnection,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const finish = (error: Error | null | undefined, result?: Result): void => {
      connection.removeListener('error', fail);
      connection.removeListener('end', end);
      if (error) reject(error);
      else if (result === undefined) reject(new Error('The connection was closed without a response'));
      else resolve(result);
    };
    const fail = (error: Error): void => finish(error);
    const end = (): void => finish(new Error('The connection ended'));
    connection.once('error', fail);
    connection.once('end', end);
    begin(finish);
  });
}
