/** Analyses off the main thread, where a text of one line holds up everybody for milliseconds; and how their records are shown. */
import { FareboxError } from '../../../kernel/errors/errors.ts';
import { FAIR_THREADS, ThreadPool } from '../../../kernel/threads/thread-pool.ts';
import type { TurnOwner } from '../../../kernel/threads/turns.ts';
import { formatZonedTime } from '../../../lib/zoned-time.ts';
import { cutCodePoints } from '../../../text/truncate.ts';
import { type Analysis, type AnalysisInput, TEXT_MAX } from './analyze.ts';
import { type GeneratedRelease, type GenerationInput, listFormTexts } from './generate.ts';
import type { TextAnswer, TextWork } from './worker.ts';

declare module '../../../kernel/tool/context.ts' {
  interface Services {
    analyses: Analyses;
  }
}

export interface Analyses {
  /** The service's zone. */
  readonly zone: string;
  formatTime(ms: number): string;
  /** By rules alone. Throws TOO_LARGE, OVERLOADED or DRAINING; the signal's reason when it aborts first. */
  analyze(input: AnalysisInput, owner: TurnOwner): Promise<Analysis>;
  /** The same, of a release from a form. */
  generate(input: GenerationInput, owner: TurnOwner): Promise<GeneratedRelease>;
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
/** Of a text after Unicode normalization (NFKC), in UTF-16 units: single characters become up to eighteen. */
const NORMALIZED_MAX = 2 * TEXT_MAX;
const EXPANSION_MAX = 18;

export function openAnalyses(options: AnalysesOptions): Analyses {
  return new ThreadedAnalyses(options);
}

class ThreadedAnalyses implements Analyses {
  readonly zone: string;
  readonly #threads: ThreadPool<TextWork, TextAnswer>;

  constructor({ zone, textMs = 10_000, idleMs = 60_000 }: AnalysesOptions) {
    this.zone = zone;
    this.#threads = new ThreadPool({
      entry: 'newsroom/analysis/analyses/worker.ts',
      ...FAIR_THREADS,
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

  async analyze(input: AnalysisInput, owner: TurnOwner): Promise<Analysis> {
    requireNormalLength([input.title ?? '', input.body]);
    const answer = await this.#threads.run(input, owner);
    if ('analysis' in answer) return answer.analysis;
    throw new FareboxError('INTERNAL');
  }

  async generate(input: GenerationInput, owner: TurnOwner): Promise<GeneratedRelease> {
    requireNormalLength(listFormTexts(input.form));
    const answer = await this.#threads.run(input, owner);
    if ('release' in answer) return answer.release;
    throw new FareboxError('INTERNAL');
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}

/** Throws TOO_LARGE for texts that grow beyond what is analyzed when they are normalized. */
function requireNormalLength(texts: readonly string[]): void {
  const length = texts.reduce((sum, text) => {
    const read = cutCodePoints(text, TEXT_MAX);
    const isShort = read.length * EXPANSION_MAX <= NORMALIZED_MAX;
    return sum + (isShort ? read.length : read.toWellFormed().normalize('NFKC').length);
  }, 0);
  if (length > NORMALIZED_MAX)
    throw createTooLargeError(
      `The text has more than ${NORMALIZED_MAX} characters after Unicode normalization (NFKC).`,
    );
}

const createTooLargeError = (message: string): FareboxError =>
  new FareboxError('TOO_LARGE', { message, next: 'Shorten the text.' });
