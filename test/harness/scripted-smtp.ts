/** A mail server that keeps what it has accepted, and breaks where a test wants it to. */

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** Moments at which it may answer otherwise; `terminator`: the mail is whole. */
export type SmtpStep = 'greeting' | 'ehlo' | 'auth' | 'mail' | 'rcpt' | 'data' | 'body' | 'terminator';

/**
 * What it does instead of the usual: a reply, a line without its end, `close`, `silence`, or after a mail is whole `accept
 * and close`: it has the mail, and nobody is told.
 */
export type SmtpAnswer = string | 'close' | 'silence' | 'accept and close' | undefined;

export interface AcceptedMail {
  from: string;
  to: string;
  raw: string;
  at: number;
}

export interface ScriptedServer {
  url: string;
  /** In their order. */
  accepted: AcceptedMail[];
  /** Connections that were ever made. */
  connections: number;
  close(): Promise<void>;
}

export interface ScriptOptions {
  port?: number;
  /** What it says it can do. */
  extensions?: readonly string[];
  answer?(step: SmtpStep, to: string): SmtpAnswer | Promise<SmtpAnswer>;
}

const USUAL: Readonly<Record<SmtpStep, string>> = {
  greeting: '220 scripted ready',
  ehlo: '250 scripted',
  auth: '235 2.7.0 welcome',
  mail: '250 2.1.0 ok',
  rcpt: '250 2.1.5 ok',
  data: '354 go ahead',
  body: '',
  terminator: '250 2.0.0 queued',
};

export async function startScriptedServer(options: ScriptOptions = {}): Promise<ScriptedServer> {
  const accepted: AcceptedMail[] = [];
  const sockets = new Set<Socket>();
  const facts = { url: '', accepted, connections: 0 };
  const server = createServer((socket) => {
    facts.connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    new Session(socket, options, accepted).begin();
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const isAddress = (value: unknown): value is AddressInfo => typeof value === 'object' && value !== null;
  const address = server.address();
  if (!isAddress(address)) throw new Error('No port');
  return Object.assign(facts, {
    url: `smtp://127.0.0.1:${address.port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

class Session {
  readonly #socket: Socket;
  readonly #options: ScriptOptions;
  readonly #accepted: AcceptedMail[];
  #text = '';
  #isBody = false;
  #from = '';
  #to = '';
  #turn: Promise<void> = Promise.resolve();

  constructor(socket: Socket, options: ScriptOptions, accepted: AcceptedMail[]) {
    this.#socket = socket;
    this.#options = options;
    this.#accepted = accepted;
  }

  begin(): void {
    this.#take(() => this.#answer('greeting'));
    this.#socket.on('data', (piece: Buffer) => {
      this.#text += piece.toString('latin1');
      this.#take(() => this.#read());
    });
  }

  #take(step: () => Promise<unknown>): void {
    this.#turn = this.#turn.then(step).then(
      () => {},
      () => {
        this.#socket.destroy();
      },
    );
  }

  async #read(): Promise<void> {
    for (;;) {
      const ending = this.#isBody ? '\r\n.\r\n' : '\r\n';
      const end = this.#text.indexOf(ending);
      if (this.#isBody && this.#text !== '' && !(await this.#answer('body'))) return;
      if (end < 0) return;
      const line = this.#text.slice(0, end);
      this.#text = this.#text.slice(end + ending.length);
      if (this.#isBody) await this.#endBody(line);
      else if (!(await this.#command(line))) return;
    }
  }

  async #endBody(raw: string): Promise<void> {
    this.#isBody = false;
    const mail = { from: this.#from, to: this.#to, raw, at: Date.now() };
    const answer = await this.#options.answer?.('terminator', this.#to);
    if (answer === undefined || answer === 'accept and close' || answer.startsWith('250')) this.#accepted.push(mail);
    if (answer === 'accept and close') this.#socket.destroy();
    else this.#say(answer ?? USUAL.terminator);
  }

  async #command(line: string): Promise<boolean> {
    const [, address = ''] = /<([^>]*)>/.exec(line) ?? [];
    if (/^EHLO/i.test(line)) return this.#greet();
    if (/^AUTH/i.test(line)) return this.#answer('auth');
    if (/^MAIL FROM/i.test(line)) {
      this.#from = address;
      return this.#answer('mail');
    }
    if (/^RCPT TO/i.test(line)) {
      this.#to = address;
      return this.#answer('rcpt');
    }
    if (/^DATA/i.test(line)) {
      const goesOn = await this.#answer('data');
      this.#isBody = goesOn;
      return goesOn;
    }
    return this.#say(/^QUIT/i.test(line) ? '221 bye' : '250 ok');
  }

  async #greet(): Promise<boolean> {
    const { extensions = ['PIPELINING', 'SMTPUTF8'] } = this.#options;
    const lines = ['scripted', ...extensions];
    const usual = lines.map((line, at) => `250${at === lines.length - 1 ? ' ' : '-'}${line}`).join('\r\n');
    return this.#say((await this.#options.answer?.('ehlo', '')) ?? usual);
  }

  /** False when the conversation does not go on as usual. */
  async #answer(step: SmtpStep): Promise<boolean> {
    const answer = await this.#options.answer?.(step, this.#to);
    if (answer === undefined && step === 'body') return true;
    const isUsual = this.#say(answer ?? USUAL[step]);
    return isUsual && (step !== 'data' || (answer ?? USUAL.data).startsWith('3'));
  }

  #say(answer: string): boolean {
    if (answer === 'close') this.#socket.destroy();
    else if (answer !== 'silence') this.#socket.write(`${answer}\r\n`);
    return answer !== 'close' && answer !== 'silence';
  }
}
