/**
 * Reads a mailbox by POP3 (RFC 1939). POP3 has no marks, so read messages are deleted when the session ends
 * successfully.
 */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { truncate } from '../text/truncate.ts';
import { type Mailbox, type MailboxServer, MESSAGE_BYTES_MAX } from './mailbox-types.ts';

/** Of what a server sends as one answer; the rest of a larger message is passed over. */
const LINE_BYTES_MAX = 8_192;
const ANSWER_BYTES_MAX = 64 * 1_048_576;
const END = Buffer.from('\r\n.\r\n');

export async function pollPop3(
  server: MailboxServer,
  take: Parameters<Mailbox['poll']>[0],
  most: number,
  signal: AbortSignal,
): Promise<number> {
  signal.throwIfAborted();
  const session = new Session(server);
  const end = (): void => session.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    await session.open();
    const [, count = '0'] = /^(\d{1,9}) /.exec(await session.ask('STAT')) ?? [];
    const messages = Math.min(Number(count), most);
    for (let number = 1; number <= messages; number++) {
      signal.throwIfAborted();
      await take(await session.retrieve(number));
      await session.ask(`DELE ${number}`);
    }
    await session.ask('QUIT');
    return messages;
  } finally {
    signal.removeEventListener('abort', end);
    session.close();
  }
}

/** An address has no name to ask for. */
const nameServer = (host: string) => (isIP(host) === 0 ? { servername: host } : {});

class Session {
  readonly #server: MailboxServer;
  #socket: Socket;
  #read: Buffer = Buffer.alloc(0);
  #failure: Error | null = null;
  #wake: (() => void) | null = null;

  constructor(server: MailboxServer) {
    const { host, port, isSecure } = server;
    this.#server = server;
    this.#socket = isSecure ? connectTls({ host, port, ...nameServer(host) }) : connect({ host, port });
    this.#listen();
  }

  async open(): Promise<void> {
    const { needsTls, host, user, password } = this.#server;
    await this.#readAnswer();
    if (needsTls) {
      await this.ask('STLS');
      // Whatever came in the clear behind the answer is not believed.
      this.#read = Buffer.alloc(0);
      this.#socket.removeAllListeners();
      this.#socket = connectTls({ socket: this.#socket, ...nameServer(host) });
      this.#listen();
    }
    await this.ask(`USER ${user}`);
    await this.ask(`PASS ${password}`);
  }

  /** What stands behind +OK. */
  async ask(command: string): Promise<string> {
    this.#socket.write(`${command}\r\n`);
    return await this.#readAnswer();
  }

  async retrieve(number: number): Promise<Uint8Array> {
    await this.ask(`RETR ${number}`);
    return await this.#readMessage();
  }

  close(): void {
    this.#socket.destroy();
    this.#fail(new Error('The conversation was ended'));
  }

  #listen(): void {
    this.#socket.setTimeout(this.#server.timeoutMs, () => this.#fail(new Error('The mailbox does not respond')));
    this.#socket.on('data', (piece: Buffer) => {
      this.#read = this.#read.length === 0 ? piece : Buffer.concat([this.#read, piece]);
      // No more than a large piece waits: the rest stays with the server meanwhile.
      if (this.#read.length > MESSAGE_BYTES_MAX) this.#socket.pause();
      this.#wake?.();
    });
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#fail(new Error('The mailbox ended the conversation')));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake?.();
  }

  /** Resolves when there is more than before; rejects when nothing more comes. */
  async #wait(): Promise<void> {
    const before = this.#read.length;
    this.#socket.resume();
    while (this.#read.length === before) {
      if (this.#failure) {
        this.#socket.destroy();
        throw this.#failure;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
  }

  async #readAnswer(): Promise<string> {
    for (;;) {
      const end = this.#read.indexOf('\r\n');
      if (end >= 0) {
        const line = this.#read.toString('latin1', 0, end);
        this.#read = this.#read.subarray(end + 2);
        if (line.startsWith('+OK')) return line.slice('+OK'.length).trim();
        throw new Error(`The mailbox refuses: ${truncate(line, 200)}`);
      }
      if (this.#read.length > LINE_BYTES_MAX) throw new Error('The mailbox sends a line without an end');
      await this.#wait();
    }
  }

  /** Its beginning, without the stuffed dots. */
  async #readMessage(): Promise<Uint8Array> {
    const kept: Buffer[] = [];
    let [keptBytes, bytes] = [0, 0];
    const keep = (piece: Buffer): void => {
      const part = piece.subarray(0, Math.max(0, MESSAGE_BYTES_MAX - keptBytes));
      if (part.length > 0) kept.push(part);
      keptBytes += part.length;
      bytes += piece.length;
    };
    // The answer ended with a line end: a message without a line has its end at once.
    this.#read = Buffer.concat([Buffer.from('\r\n'), this.#read]);
    for (;;) {
      const end = this.#read.indexOf(END);
      if (end >= 0) {
        keep(this.#read.subarray(0, end + 2));
        this.#read = this.#read.subarray(end + END.length);
        const text = Buffer.concat(kept).toString('latin1');
        return Buffer.from(text.slice(2).replaceAll('\r\n..', '\r\n.').replace(/^\.\./, '.'), 'latin1');
      }
      // The end may lie across two pieces.
      const safe = Math.max(0, this.#read.length - END.length + 1);
      keep(this.#read.subarray(0, safe));
      this.#read = this.#read.subarray(safe);
      if (bytes > ANSWER_BYTES_MAX) throw new Error('The mailbox sends a message without an end');
      await this.#wait();
    }
  }
}
