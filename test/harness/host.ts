/**
 * The process in which this worker's servers run: starting one there costs a quarter of starting a process. A test that
 * looks at the process itself, at its log or its end, starts its own (`startFareboxProcess`).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

type Variables = Readonly<Record<string, string>>;

type Order =
  | { order: 'start'; env: Variables }
  | { order: 'stop'; url: string }
  | { order: 'cpu' | 'heap' | 'reference' }
  | { order: 'command'; env: Variables; name: CommandName; words: readonly string[] };

export type CommandName = 'operator' | 'reconcile' | 'verify';

export interface CommandResult {
  code: number;
  output: string;
}

interface Reply {
  id: number;
  output?: unknown;
  error?: string;
}

const LOG_CHARACTERS_MAX = 10_000;

class Host {
  readonly #child: ChildProcess;
  readonly #ready: Promise<unknown>;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #orders = 0;
  #printed = '';

  constructor() {
    const program = fileURLToPath(new URL('./host.mjs', import.meta.url));
    const env = { PATH: process.env.PATH ?? '' };
    this.#child = fork(program, [], { cwd: tmpdir(), env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    this.#ready = once(this.#child, 'message').then(() =>
      this.#child.on('message', (reply: Reply) => this.#hear(reply)),
    );
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#printed = (this.#printed + text).slice(-LOG_CHARACTERS_MAX);
      });
      if (stream instanceof Socket) stream.unref();
    }
    // What waits for an answer keeps this process running; an idle host does not.
    this.#child.unref();
    this.#child.channel?.unref();
    this.#child.on('exit', () => {
      host = undefined;
      const error = `The process of the servers has ended:\n${this.#printed}`;
      for (const [id, hear] of this.#waiting) hear({ id, error });
      process.stderr.write(`${error}\n`);
    });
  }

  async ask(order: Order): Promise<unknown> {
    await this.#ready;
    const id = ++this.#orders;
    const { output, error } = await new Promise<Reply>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.send({ id, ...order });
    });
    if (error !== undefined) throw new Error(error);
    return output;
  }

  #hear(reply: Reply): void {
    this.#waiting.get(reply.id)?.(reply);
    this.#waiting.delete(reply.id);
  }
}

let host: Host | undefined;

function ask(order: Order): Promise<unknown> {
  host ??= new Host();
  return host.ask(order);
}

/** Resolves with the address of the server; rejects with the sentence of a start that failed. */
export const startInHost = async (env: Variables): Promise<string> => String(await ask({ order: 'start', env }));

/** Drains and ends it. */
export async function stopInHost(url: string): Promise<void> {
  await ask({ order: 'stop', url });
}

/** What `farebox <name> <words>` prints, and its exit code. */
export async function commandInHost(
  env: Variables,
  name: CommandName,
  words: readonly string[],
): Promise<CommandResult> {
  const { code, output }: Partial<CommandResult> = Object(await ask({ order: 'command', env, name, words }));
  if (code === undefined || output === undefined) throw new Error('Not the result of a command');
  return { code, output };
}

/** Milliseconds that the main thread of the servers has spent computing so far. Linux alone tells. */
export const readHostCpuMs = async (): Promise<number> => readMs(await ask({ order: 'cpu' }));

/** The same of a fixed computation: what other figures are multiples of. */
export const measureReferenceMs = async (): Promise<number> => readMs(await ask({ order: 'reference' }));

/** Bytes that the servers hold after everything that nobody needs any more is thrown away. */
export async function readHostHeapBytes(): Promise<number> {
  const { bytes }: { bytes?: unknown } = Object(await ask({ order: 'heap' }));
  if (typeof bytes !== 'number') throw new Error('Not a size');
  return bytes;
}

function readMs(output: unknown): number {
  const { ms }: { ms?: unknown } = Object(output);
  if (typeof ms !== 'number' || Number.isNaN(ms)) throw new Error('Not a time');
  return ms;
}
