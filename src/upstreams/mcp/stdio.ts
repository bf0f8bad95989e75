/**
 * Runs a local MCP server: one JSON message a line over stdin and stdout. The process leads a group of its own, which a
 * watchdog ends when this server is gone, however it ended.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/client';

const MESSAGE_BYTES_MAX = 8 * 1024 * 1024;
const STDERR_LINE_MAX = 2_000;
const STDERR_LINES_PER_MINUTE = 60;
/** More without an answer in them, in one second, are a flood. */
const MESSAGES_PER_SECOND_MAX = 5_000;
const LEAVE_MS = 1_000;
const TERM_MS = 2_000;

/**
 * The background part reads descriptor 3, whose other end only Farebox holds: it ends with Farebox, and then the whole group
 * is killed. A process id can't be taken by another while its group has a member.
 */
const WATCHDOG =
  '(trap "" TERM INT HUP; cat <&3; kill -TERM -$$; sleep 2; kill -KILL -$$) >/dev/null 2>&1 </dev/null & exec "$@" 3<&-';

export interface StdioOptions {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd?: string | undefined;
  /** A line of its stderr. */
  onStderr(line: string): void;
}

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly #options: StdioOptions;
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #chunks: Buffer[] = [];
  #bufferedBytes = 0;
  #second = 0;
  #messages = 0;

  constructor(options: StdioOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    const { command, args, env, cwd } = this.#options;
    const isWindows = process.platform === 'win32';
    const words = isWindows ? [...args] : ['-c', WATCHDOG, 'farebox', command, ...args];
    const child = spawn(isWindows ? command : '/bin/sh', words, {
      cwd,
      env: { ...env },
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      detached: !isWindows,
      windowsHide: true,
    });
    this.#child = child;
    this.#exited = new Promise((resolve) => {
      child.once('exit', () => {
        this.#closeLifeline();
        resolve();
        this.onclose?.();
      });
      child.once('error', () => resolve());
    });
    child.stdin?.on('error', (error) => this.onerror?.(error));
    child.stdio[3]?.on('error', () => {});
    child.stdout?.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#watchStderr(child);
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable) throw new Error('The process has ended');
    // What is sent in the same turn goes in one write.
    stdin.cork();
    process.nextTick(() => stdin.uncork());
    await new Promise<void>((resolve, reject) => {
      stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Lets it end by itself, then asks it to, then kills it with all that it started. */
  async close(): Promise<void> {
    const child = this.#child;
    if (!child?.pid) return;
    child.stdin?.end();
    if (await this.#endsWithin(LEAVE_MS)) return;
    this.#signal('SIGTERM');
    if (await this.#endsWithin(TERM_MS)) return;
    this.#signal('SIGKILL');
    await this.#exited;
  }

  async #endsWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), ms);
    });
    const ended = await Promise.race([this.#exited.then(() => true), late]);
    clearTimeout(timer);
    return ended;
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child ?? {};
    if (pid === undefined) return;
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, signal);
    } catch {
      // It has ended in the meantime.
    }
  }

  /** The watchdog then kills what the process has left behind. */
  #closeLifeline(): void {
    this.#child?.stdio[3]?.destroy();
  }

  #read(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      this.#chunks.push(rest.subarray(0, end));
      const line = Buffer.concat(this.#chunks).toString('utf8').trim();
      this.#chunks = [];
      this.#bufferedBytes = 0;
      rest = rest.subarray(end + 1);
      if (line !== '') this.#receive(line);
    }
    this.#bufferedBytes += rest.byteLength;
    if (this.#bufferedBytes > MESSAGE_BYTES_MAX) this.#refuse('A message is larger than 8 MiB');
    else if (rest.byteLength > 0) this.#chunks.push(rest);
  }

  #receive(line: string): void {
    const second = Math.floor(Date.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#messages = 0;
    }
    this.#messages++;
    if (this.#messages > MESSAGES_PER_SECOND_MAX) {
      if (this.#messages === MESSAGES_PER_SECOND_MAX + 1) this.#refuse('It floods us with messages');
      return;
    }
    try {
      this.onmessage?.(parseJSONRPCMessage(JSON.parse(line)));
    } catch (thrown) {
      this.onerror?.(thrown instanceof Error ? thrown : new Error(String(thrown)));
    }
  }

  /** What can't be trusted any more is not asked to end. */
  #refuse(why: string): void {
    this.#chunks = [];
    this.#child?.stdout?.removeAllListeners('data').resume();
    this.onerror?.(new Error(why));
    this.#signal('SIGKILL');
  }

  #watchStderr(child: ChildProcess): void {
    let text = '';
    let minute = 0;
    let lines = 0;
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-4 * STDERR_LINE_MAX);
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
        const line = text.slice(0, end).trim();
        text = text.slice(end + 1);
        const now = Math.floor(Date.now() / 60_000);
        if (now !== minute) [minute, lines] = [now, 0];
        lines++;
        if (line !== '' && lines <= STDERR_LINES_PER_MINUTE) this.#options.onStderr(line.slice(0, STDERR_LINE_MAX));
      }
    });
  }
}
