/** Analyses off the main thread, where a text of one line holds up everybody for milliseconds; and how their records are shown. */
import { FareboxError } from '../../kernel/errors.ts';
import { ThreadPool } from '../../kernel/thread-pool.ts';
import type { Asker } from '../../kernel/turns.ts';
import { formatZonedTime } from '../../kernel/zoned-time.ts';
import type { Analysis, AnalysisInput } from './analyze.ts';
import type { GeneratedRelease, GenerationInput } from './generate.ts';
import type { TextAnswer, TextWork } from './worker.ts';

declare module '../../kernel/context.ts' {
  interface Services {
    analyses: Analyses;
  }
}

export interface Analyses {
  /** The service's zone. */
  readonly zone: string;
  formatTime(ms: number): string;
  /** By rules alone. Throws TOO_LARGE, OVERLOADED or DRAINING; the signal's reason when it aborts first. */
  analyze(input: AnalysisInput, asker: Asker): Promise<Analysis>;
  /** The same, of a release from a form. */
  generate(input: GenerationInput, asker: Asker): Promise<GeneratedRelease>;
  close(): Promise<void>;
}

export interface AnalysesOptions {
  zone: string;
  /** The longest one text may take. */
  textMs?: number;
  /** The thread ends after this long without a text. */
  idleMs?: number;
}

const THREAD_MEMORY_MB = 256;

export function openAnalyses(options: AnalysesOptions): Analyses {
  return new ThreadedAnalyses(options);
}

class ThreadedAnalyses implements Analyses {
  readonly zone: string;
  readonly #threads: ThreadPool<TextWork, TextAnswer>;

  constructor({ zone, textMs = 10_000, idleMs = 60_000 }: AnalysesOptions) {
    this.zone = zone;
    this.#threads = new ThreadPool({
      entry: 'newsroom/analyses/worker.ts',
      memoryMb: THREAD_MEMORY_MB,
      taskMs: textMs,
      idleMs,
      tooLong: () => createTooLargeError('The text takes too long to be analysed.'),
      tooLarge: () => createTooLargeError('The text is too large to be analysed.'),
    });
  }

  formatTime(ms: number): string {
    return formatZonedTime(ms, this.zone);
  }

  async analyze(input: AnalysisInput, asker: Asker): Promise<Analysis> {
    const answer = await this.#threads.run(input, asker);
    if ('analysis' in answer) return answer.analysis;
    throw new FareboxError('INTERNAL');
  }

  async generate(input: GenerationInput, asker: Asker): Promise<GeneratedRelease> {
    const answer = await this.#threads.run(input, asker);
    if ('release' in answer) return answer.release;
    throw new FareboxError('INTERNAL');
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}

const createTooLargeError = (message: string): FareboxError =>
  new FareboxError('TOO_LARGE', { message, next: 'Shorten the text.' });
