/** Runs programs of this machine in a pipeline: no shell, text by stdin, everything bounded. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { UpstreamFailure } from '../../kernel/errors/failure.ts';
import type { FailedRequest } from '../../kernel/errors/failure-log.ts';
import type { ProviderSettings } from '../../kernel/ports.ts';
import type { ProviderDefinition } from '../../kernel/tool/provider.ts';
import { truncate } from '../../text/truncate.ts';
import type { RequestContext } from './network/exchange.ts';
import { readSettings } from './network/outgoing.ts';

export interface ProgramStep {
  /** Absolute. */
  path: string;
  args: readonly string[];
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Chains of programs that run at once; as many more may wait as the deadline lets them. */
const CHAINS_MAX = 2;
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;
const ERROR_CHARS_MAX = 2_000;

/** Running and waiting programs; lives as long as the settings of the provider. */
const gates = new WeakMap<ProviderSettings, Gate>();

class Gate {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  async enter(): Promise<void> {
    if (this.#running < CHAINS_MAX) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running--;
  }
}

/**
 * Output of the last program when the first one reads `input`, each reading the output of the one before. Throws
 * UpstreamFailure: `timeout` at the deadline, `overloaded` for a program that fails, `malformed` for too much output.
 */
export async function runPrograms(
  facts: ProviderDefinition,
  steps: readonly ProgramStep[],
  input: string | Uint8Array,
  ctx: RequestContext,
): Promise<Uint8Array> {
  const settings = readSettings(facts, ctx);
  const gate = gates.get(settings) ?? new Gate();
  gates.set(settings, gate);
  const startedMs = performance.now();
  const observe = (outcome: string, failed?: FailedRequest): void =>
    ctx.environment.observe(facts.id, outcome, performance.now() - startedMs, failed);
  await gate.enter();
  try {
    if (ctx.signal.aborted) throw new UpstreamFailure('timeout', facts.id);
    const output = await runChain(facts.id, steps, input, ctx);
    observe('ok');
    return output;
  } catch (thrown) {
    observe(thrown instanceof UpstreamFailure ? thrown.kind : 'overloaded', { thrown, ctx });
    throw thrown;
  } finally {
    gate.leave();
  }
}

async function runChain(
  source: string,
  steps: readonly ProgramStep[],
  input: string | Uint8Array,
  ctx: RequestContext,
) {
  const children = steps.map(startProgram);
  const endAll = (): void => {
    for (const child of children) child.kill('SIGKILL');
  };
  const timer = setTimeout(endAll, Math.max(0, ctx.deadlineMs - Date.now()));
  ctx.signal.addEventListener('abort', endAll, { once: true });
  try {
    for (const [index, child] of children.entries()) {
      // A program that ends early no longer reads: its exit code tells why.
      child.stdin.on('error', () => {});
      children[index - 1]?.stdout.pipe(child.stdin);
    }
    const ended = Promise.all(children.map((child) => waitForEnd(child)));
    ended.catch(() => {});
    children[0]?.stdin.end(input);
    const output = await readOutput(children.at(-1), source);
    await ended;
    return output;
  } catch (thrown) {
    if (thrown instanceof UpstreamFailure) throw thrown;
    const late = ctx.signal.aborted || Date.now() >= ctx.deadlineMs;
    throw new UpstreamFailure(late ? 'timeout' : 'overloaded', source, { cause: thrown });
  } finally {
    clearTimeout(timer);
    ctx.signal.removeEventListener('abort', endAll);
    endAll();
  }
}

/** Nothing of our environment is anybody else's: keys stand in it. */
function startProgram({ path, args }: ProgramStep): Child {
  return spawn(path, [...args], { stdio: ['pipe', 'pipe', 'pipe'], shell: false, env: { LANG: 'C.UTF-8' } });
}

async function readOutput(last: Child | undefined, source: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of last?.stdout ?? []) {
    if (!Buffer.isBuffer(chunk)) continue;
    length += chunk.byteLength;
    if (length > OUTPUT_BYTES_MAX) throw new UpstreamFailure('malformed', source, { cause: new Error('Too much') });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Resolves when the program has ended well. */
function waitForEnd(child: Child): Promise<void> {
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (output.length < ERROR_CHARS_MAX) output += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${child.spawnfile} ended with ${code ?? signal}: ${truncate(output, ERROR_CHARS_MAX)}`));
    });
  });
}
