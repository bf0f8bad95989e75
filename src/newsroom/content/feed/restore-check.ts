/**
 * Feed position kept outside the database. A database behind it was restored from a backup and would reuse numbers
 * that readers have seen.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from '../../../kernel/ports.ts';
import { isBehind, type Sighting } from './sighting.ts';

const FILE = 'instance.json';
const WRITE_MS = 1_000;
const sighting = z.object({ epoch: z.number().int().min(1), number: z.number().int().min(0) });

export class RestoreGuard {
  readonly #folder: string;
  readonly #log: Log;
  #seen: Sighting | null = null;
  #written: Sighting | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Null for a first start, and for a file that nobody can read. */
  async read(): Promise<Sighting | null> {
    try {
      const parsed = sighting.safeParse(JSON.parse(await readFile(join(this.#folder, FILE), 'utf8')));
      return parsed.success ? parsed.data : null;
    } catch {
      return null;
    }
  }

  /** Written soon, at most once a second. */
  note({ epoch, number }: Sighting): void {
    if (this.#seen && !isBehind(this.#seen, { epoch, number })) return;
    this.#seen = { epoch, number };
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#write();
    }, WRITE_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#write();
  }

  async #write(): Promise<void> {
    const sighting = this.#seen;
    if (!sighting || sighting === this.#written) return;
    const path = join(this.#folder, FILE);
    try {
      await mkdir(this.#folder, { recursive: true });
      await writeFile(`${path}.new`, `${JSON.stringify({ epoch: sighting.epoch, number: sighting.number })}\n`);
      await rename(`${path}.new`, path);
      this.#written = sighting;
    } catch (err) {
      this.#log.warn({ err }, 'could not save the feed position, a restored backup may go unnoticed');
    }
  }
}
