/**
 * Number of claimed emails, kept outside the database. A database that knows fewer was restored from a backup and
 * would send emails again.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const FILE = 'mail.json';
const sighting = z.object({ claims: z.number().int().min(0) });

export class RestoreGuard {
  readonly #folder: string;
  readonly #name = randomBytes(6).toString('hex');
  #seen = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** 0 for a first start, and for a file that nobody can read. */
  async read(): Promise<number> {
    try {
      const parsed = sighting.safeParse(JSON.parse(await readFile(join(this.#folder, FILE), 'utf8')));
      this.#seen = parsed.success ? parsed.data.claims : 0;
    } catch {
      this.#seen = 0;
    }
    return this.#seen;
  }

  /** Resolves when it is written: before anything of what was claimed is sent. What failed is written by the next one. */
  note(claims: number): Promise<void> {
    this.#writing = this.#writing
      .catch(() => {})
      .then(async () => {
        if (claims <= this.#seen) return;
        await this.#write(claims);
        this.#seen = claims;
      });
    return this.#writing;
  }

  async #write(claims: number): Promise<void> {
    const path = join(this.#folder, FILE);
    await mkdir(this.#folder, { recursive: true });
    const draft = `${path}.${this.#name}`;
    await writeFile(draft, `${JSON.stringify({ claims })}\n`);
    await rename(draft, path);
  }
}
