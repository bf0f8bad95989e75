/**
 * Writes log lines in the background, in batches. A log that can't be written (closed pipe, full disk) is dropped: it
 * never stops the server or delays its exit. pino's own destination reports a flush before everything is written.
 */
import { write } from 'node:fs';

/** Lines wait until they are this many characters, or this long. */
const BATCH_CHARS = 8_192;
const BATCH_MS = 1_000;
/** A reader that doesn't keep up loses what comes beyond this. */
const HELD_CHARS_MAX = 16 * 1024 * 1024;
/** A pipe that is full is tried again after this long. */
const FULL_PIPE_MS = 50;
const FLUSH_MS_MAX = 1_000;

export class LogOutput {
  readonly #fd: number;
  #lines: string[] = [];
  #chars = 0;
  #timer: NodeJS.Timeout | null = null;
  /** The batch that is being written; resolves when it is written or given up. */
  #writing: Promise<void> | null = null;

  constructor(fd: number) {
    this.#fd = fd;
  }

  write(text: string): void {
    if (this.#chars > HELD_CHARS_MAX) return;
    this.#lines.push(text);
    this.#chars += text.length;
    if (this.#chars >= BATCH_CHARS) this.#startWriting();
    else this.#timer ??= setTimeout(() => this.#startWriting(), BATCH_MS).unref();
  }

  /** Resolves when everything so far is written or given up, at most after a second. */
  async flush(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, FLUSH_MS_MAX);
    });
    await Promise.race([this.#drain(), tooLate]);
    clearTimeout(timer);
  }

  async #drain(): Promise<void> {
    for (this.#startWriting(); this.#writing; this.#startWriting()) await this.#writing;
  }

  #startWriting(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#writing || this.#chars === 0) return;
    const batch = Buffer.from(this.#lines.join(''));
    this.#lines = [];
    this.#chars = 0;
    this.#writing = this.#writeBatch(batch).finally(() => {
      this.#writing = null;
      if (this.#chars >= BATCH_CHARS) this.#startWriting();
    });
  }

  async #writeBatch(batch: Buffer): Promise<void> {
    for (let offset = 0; offset < batch.length; ) {
      const { error, bytes } = await writeOnce(this.#fd, batch, offset);
      if (error && error.code !== 'EAGAIN') return;
      offset += bytes;
      if (error) await new Promise((resolve) => setTimeout(resolve, FULL_PIPE_MS).unref());
    }
  }
}

function writeOnce(
  fd: number,
  batch: Buffer,
  offset: number,
): Promise<{ error: NodeJS.ErrnoException | null; bytes: number }> {
  return new Promise((resolve) => {
    write(fd, batch, offset, (error, bytes) => resolve({ error, bytes: error ? 0 : bytes }));
  });
}
