/**
 * Prints releases in a worker thread: to set a long one takes seconds, and its faces take some 40 MB. The thread starts with
 * the first release, is replaced when one takes too long, and ends when nobody prints.
 */
import { FareboxError } from '../../../../kernel/errors/errors.ts';
import { FAIR_THREADS, ThreadPool } from '../../../../kernel/threads/thread-pool.ts';
import type { TurnOwner } from '../../../../kernel/threads/turns.ts';
import { createInvalidInputError } from '../../../../kernel/tool/input.ts';
import type { Picture, PictureLimits } from '../../../../lib/picture.ts';
import type { ReleasePdf, ReleaseSheet } from './types.ts';
import type { PrintAnswer, PrintTask } from './worker.ts';

declare module '../../../../kernel/tool/context.ts' {
  interface Services {
    printer: ReleasePrinter;
  }
}

export interface ReleasePrinter {
  /** Throws TOO_LARGE, OVERLOADED or DRAINING; the signal's reason when it aborts first. */
  print(sheet: ReleaseSheet, owner: TurnOwner, images?: readonly Uint8Array[]): Promise<ReleasePdf>;
  /** An uploaded picture as it is kept. Throws as `print` does, and INVALID_INPUT for an image that can't be printed. */
  readPicture(upload: PictureUpload, owner: TurnOwner): Promise<Picture>;
  close(): Promise<void>;
}

export interface PictureUpload {
  /** Field that brought it. */
  field: string;
  bytes: Uint8Array;
  limits: PictureLimits;
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
  readonly #threads: ThreadPool<PrintTask, PrintAnswer>;

  constructor({ releaseMs = 10_000, idleMs = 60_000 }: ReleasePrinterOptions) {
    this.#threads = new ThreadPool({
      entry: 'newsroom/content/releases/pdf/worker.ts',
      ...FAIR_THREADS,
      memoryMb: THREAD_MEMORY_MB,
      taskMs: releaseMs,
      idleMs,
      tooLong: () => createTooLargeError('The PDF took too long to create.'),
      tooLarge: () => createTooLargeError('The release is too large for a PDF.'),
    });
  }

  async print(sheet: ReleaseSheet, owner: TurnOwner, images: readonly Uint8Array[] = []): Promise<ReleasePdf> {
    const answer = await this.#threads.run({ sheet, images }, owner);
    if ('pdf' in answer) return answer.pdf;
    throw 'trouble' in answer ? createTooLargeError(answer.trouble) : new FareboxError('INTERNAL');
  }

  async readPicture({ field, bytes, limits }: PictureUpload, owner: TurnOwner): Promise<Picture> {
    const answer = await this.#threads.run({ upload: bytes, limits }, owner).catch((thrown: unknown) => {
      const isTooLarge = thrown instanceof FareboxError && thrown.code === 'TOO_LARGE';
      throw isTooLarge ? createTooLargePictureError() : thrown;
    });
    if ('picture' in answer) return answer.picture;
    throw 'trouble' in answer
      ? createInvalidInputError([{ path: field, message: answer.trouble }])
      : new FareboxError('INTERNAL');
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}

const createTooLargePictureError = (): FareboxError =>
  new FareboxError('TOO_LARGE', { message: 'The image took too long to read.', next: 'Send a smaller image.' });

function createTooLargeError(message: string): FareboxError {
  return new FareboxError('TOO_LARGE', { message, next: 'Shorten the release.' });
}
