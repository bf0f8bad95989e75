/**
 * Prints releases in a worker thread: to set a long one takes seconds, and its faces take some 40 MB. The thread starts with
 * the first release, is replaced when one takes too long, and ends when nobody prints.
 */
import { FareboxError } from '../../../../kernel/errors/errors.ts';
import { FAIR_THREADS, ThreadPool } from '../../../../kernel/threads/thread-pool.ts';
import type { TurnOwner } from '../../../../kernel/threads/turns.ts';
import { PDF_PAGES_MAX, type ReleasePdf, type ReleaseSheet } from './types.ts';
import type { PrintAnswer } from './worker.ts';

declare module '../../../../kernel/tool/context.ts' {
  interface Services {
    printer: ReleasePrinter;
  }
}

export interface ReleasePrinter {
  /** Throws TOO_LARGE, OVERLOADED or DRAINING; the signal's reason when it aborts first. */
  print(sheet: ReleaseSheet, owner: TurnOwner): Promise<ReleasePdf>;
  close(): Promise<void>;
}

export interface ReleasePrinterOptions {
  /** The longest one release may take. */
  releaseMs?: number;
  /** The thread ends after this long without a release. */
  idleMs?: number;
}

const THREAD_MEMORY_MB = 512;

export function createReleasePrinter(options: ReleasePrinterOptions = {}): ReleasePrinter {
  return new Printer(options);
}

class Printer implements ReleasePrinter {
  readonly #threads: ThreadPool<ReleaseSheet, PrintAnswer>;

  constructor({ releaseMs = 10_000, idleMs = 60_000 }: ReleasePrinterOptions) {
    this.#threads = new ThreadPool({
      entry: 'newsroom/content/releases/pdf/worker.ts',
      ...FAIR_THREADS,
      memoryMb: THREAD_MEMORY_MB,
      taskMs: releaseMs,
      idleMs,
      tooLong: () => createTooLargeError('The release takes too long to be set as a PDF.'),
      tooLarge: () => createTooLargeError('The release is too large to be set as a PDF.'),
    });
  }

  async print(sheet: ReleaseSheet, owner: TurnOwner): Promise<ReleasePdf> {
    const answer = await this.#threads.run(sheet, owner);
    if ('trouble' in answer) throw createTooLargeError(`The release has more than ${PDF_PAGES_MAX} pages.`);
    return answer.pdf;
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}

function createTooLargeError(message: string): FareboxError {
  return new FareboxError('TOO_LARGE', { message, next: 'Shorten the release.' });
}
