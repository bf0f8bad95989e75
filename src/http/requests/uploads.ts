/**
 * Parses forms with files (multipart/form-data). Files are streamed to a temporary folder, a few at once, so that slow
 * senders fill no memory. File content counts against a budget until its call ends.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { createInvalidInputError } from '../../kernel/tool/input.ts';
import { createTooLargeError, expectBody, RequestAbortedError } from './body.ts';

export interface Upload {
  /** The fields that are no files, in their order. */
  texts: URLSearchParams;
  /** By field: the whole file. */
  files: Readonly<Record<string, Uint8Array>>;
  /** To be called when the files are not needed any more. */
  release(): void;
}

export type FileRules = Readonly<Record<string, { bytesMax: number }>>;

const AT_ONCE_MAX = 4;
const WAITING_MAX = 32;
/** The same of one account, and of one address. */
const AT_ONCE_PER_HOLDER_MAX = 2;
const WAITING_PER_HOLDER_MAX = 24;
const BUDGET_BYTES = 256 * 1024 * 1024;
/** Beside the files: names, headers, borders, texts. */
const FORM_BYTES_MAX = 256 * 1024;
const parserLimits = { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 20, files: 4, parts: 24, headerPairs: 20 };

export class Uploads {
  #running = 0;
  #heldBytes = 0;
  readonly #runningByHolder = new Map<string, number>();
  #waiting: Waiter[] = [];

  /** `holders`: the account and the address that it counts for. Throws TOO_LARGE, INVALID_INPUT, OVERLOADED, or CallerGone. */
  async receive(
    req: IncomingMessage,
    res: ServerResponse,
    rules: FileRules,
    holders: readonly string[],
  ): Promise<Upload> {
    const bytesMax = Object.values(rules).reduce((sum, rule) => sum + rule.bytesMax, FORM_BYTES_MAX);
    if (Number(req.headers['content-length']) > bytesMax) throw createTooLargeError(bytesMax);
    if (this.#heldBytes > BUDGET_BYTES - bytesMax) throw new FareboxError('OVERLOADED', { retryAfterSeconds: 5 });
    // Held in advance: what arrives at once must fit together.
    this.#heldBytes += bytesMax;
    let held = bytesMax;
    const release = (): void => {
      this.#heldBytes -= held;
      held = 0;
    };
    try {
      await this.#enter(req, holders);
      try {
        const { texts, files } = await withFolder((folder) => {
          expectBody(req, res, bytesMax);
          return readUpload(req, rules, bytesMax, folder);
        });
        const size = Object.values(files).reduce((sum, bytes) => sum + bytes.byteLength, 0);
        this.#heldBytes -= held - size;
        held = size;
        return { texts, files, release };
      } finally {
        this.#leave(holders);
      }
    } catch (thrown) {
      release();
      throw thrown;
    }
  }

  async #enter(req: IncomingMessage, holders: readonly string[]): Promise<void> {
    if (this.#mayRun(holders)) {
      this.#countRunning(holders, 1);
      return;
    }
    if (req.destroyed) throw new RequestAbortedError('The caller disconnected before its form was read');
    const ofHolder = this.#waiting.filter((other) => other.holders.some((holder) => holders.includes(holder)));
    if (this.#waiting.length >= WAITING_MAX || ofHolder.length >= WAITING_PER_HOLDER_MAX) {
      throw new FareboxError('OVERLOADED', { retryAfterSeconds: 5 });
    }
    await new Promise<void>((resolve, reject) => {
      const waiter = { holders, start: resolve };
      this.#waiting.push(waiter);
      req.once('close', () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        reject(new RequestAbortedError('The caller disconnected while its form was waiting'));
      });
    });
  }

  #mayRun(holders: readonly string[]): boolean {
    const isFree = (holder: string): boolean => (this.#runningByHolder.get(holder) ?? 0) < AT_ONCE_PER_HOLDER_MAX;
    return this.#running < AT_ONCE_MAX && holders.every(isFree);
  }

  #countRunning(holders: readonly string[], change: 1 | -1): void {
    this.#running += change;
    for (const holder of holders) {
      const count = (this.#runningByHolder.get(holder) ?? 0) + change;
      if (count === 0) this.#runningByHolder.delete(holder);
      else this.#runningByHolder.set(holder, count);
    }
  }

  /** The next in line whose account and address have not all their places taken. */
  #leave(holders: readonly string[]): void {
    this.#countRunning(holders, -1);
    const next = this.#waiting.find((waiter) => this.#mayRun(waiter.holders));
    if (!next) return;
    this.#waiting = this.#waiting.filter((waiter) => waiter !== next);
    this.#countRunning(next.holders, 1);
    next.start();
  }
}

interface Waiter {
  holders: readonly string[];
  start(): void;
}

async function withFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-upload-'));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type UploadContent = Pick<Upload, 'texts' | 'files'>;

async function readUpload(
  req: IncomingMessage,
  rules: FileRules,
  bytesMax: number,
  folder: string,
): Promise<UploadContent> {
  const texts = new URLSearchParams();
  const paths = new Map<string, string>();
  const writing: Promise<void>[] = [];
  const parser = createParser(req);
  let size = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      const keep = (field: string, stream: Readable & { truncated?: boolean }): void => {
        const rule = Object.hasOwn(rules, field) ? rules[field] : undefined;
        if (!rule || paths.has(field)) {
          stream.resume();
          if (!rule) texts.append(field, '');
          else reject(createInvalidInputError([{ path: field, message: 'Send one file' }]));
          return;
        }
        const path = join(folder, String(paths.size));
        paths.set(field, path);
        const saving = saveFile(path, stream, rule.bytesMax);
        saving.catch(reject);
        writing.push(saving);
      };
      parser.on('file', keep);
      parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
        if (nameTruncated || valueTruncated) reject(createInvalidInputError([{ path: name, message: 'Too long' }]));
        else texts.append(name, value);
      });
      for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
        parser.on(limit, () =>
          reject(createInvalidInputError([{ path: '', message: 'The form has too many fields' }])),
        );
      }
      parser.on('error', (cause) => reject(createBrokenFormError(cause)));
      parser.on('close', resolve);
      req.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > bytesMax) reject(createTooLargeError(bytesMax));
      });
      req.on('close', () => {
        if (!req.complete) reject(new RequestAbortedError('The form was cut short'));
      });
      req.pipe(parser);
    });
    await Promise.all(writing);
  } finally {
    req.unpipe(parser);
    parser.destroy();
    await Promise.allSettled(writing);
  }
  const files = await Promise.all([...paths].map(async ([field, path]) => [field, await readFile(path)] as const));
  return { texts, files: Object.fromEntries(files) };
}

function createParser({ headers }: IncomingMessage): ReturnType<typeof busboy> {
  try {
    return busboy({ headers, limits: parserLimits });
  } catch (cause) {
    throw createBrokenFormError(cause);
  }
}

async function saveFile(path: string, stream: Readable, bytesMax: number): Promise<void> {
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > bytesMax) stream.destroy(createTooLargeError(bytesMax));
  });
  await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
}

function createBrokenFormError(cause: unknown): FareboxError {
  return new FareboxError('INVALID_INPUT', {
    message: 'The body is not a complete multipart form.',
    next: 'Send multipart/form-data as curl -F does, or JSON.',
    cause,
  });
}
