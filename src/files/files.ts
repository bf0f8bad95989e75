/** Files that tools make, kept for an hour behind an address that can't be guessed: `ctx.services.files`. security.md 8. */

import { randomBytes } from 'node:crypto';
import type { Database } from '../database/types.ts';
import { FareboxError } from '../kernel/errors/errors.ts';
import type { Principal } from '../kernel/principal.ts';
import { Bytes } from '../kernel/tool/reply.ts';
import { truncate } from '../text/truncate.ts';
import { findFileById } from './reads.ts';
import { keepFile } from './writes.ts';

/** Types that browsers may be offered from our origin. */
export const FILE_TYPES: readonly string[] = ['audio/mpeg', 'audio/wav', 'image/png', 'image/jpeg'];
export const FILE_LIFETIME_MS = 3_600_000;
export const FILE_BYTES_MAX = 8 * 1024 * 1024;
/** Unexpired files of one account together. */
export const FILES_ACCOUNT_BYTES_MAX = 64 * 1024 * 1024;
export const FILES_TEST_ACCOUNT_BYTES_MAX = 16 * 1024 * 1024;
const ID_BYTES = 16;
const FILENAME_CHARS_MAX = 100;

export interface ToolFiles {
  /**
   * Keeps bytes for an hour; resolves with their address. Throws for a type that is not kept, for bytes beyond the
   * limits of a file or an account, and for a caller without an account: the bytes then go with the answer itself.
   */
  put(bytes: Uint8Array, type: string, filename: string, principal: Principal): Promise<string>;
  /** NOT_FOUND alike for what never was and what has expired. */
  get(id: string): Promise<Bytes>;
  /** The same by its address; undefined for addresses of others. */
  find(url: string): Promise<Bytes | undefined>;
}

declare module '../kernel/tool/context.ts' {
  interface Services {
    files: ToolFiles;
  }
}

/** `origin` is where `/media/` is served, without a slash at the end. */
export function openFiles(database: Pick<Database, 'db' | 'now' | 'write'>, origin: string): ToolFiles {
  const root = `${origin}/media/`;
  const get: ToolFiles['get'] = async (id) => {
    const row = await findFileById(database.db, id, await database.now());
    if (!row) throw new FareboxError('NOT_FOUND', { message: 'This file does not exist or has expired.' });
    return new Bytes(row.bytes, row.type, row.filename);
  };
  return {
    get,
    find: async (url) => (url.startsWith(root) ? get(url.slice(root.length)) : undefined),
    async put(bytes, type, filename, principal) {
      if (principal.kind !== 'account') throw new FareboxError('UNAUTHENTICATED');
      if (!FILE_TYPES.includes(type)) throw new FareboxError('UNSUPPORTED_MEDIA_TYPE');
      if (bytes.byteLength > FILE_BYTES_MAX) {
        throw new FareboxError('TOO_LARGE', { details: { maxBytes: FILE_BYTES_MAX } });
      }
      const id = randomBytes(ID_BYTES).toString('base64url');
      await database.write(keepFile, {
        id,
        accountId: principal.accountId,
        type,
        filename: truncate(filename, FILENAME_CHARS_MAX),
        bytes,
        lifetimeMs: FILE_LIFETIME_MS,
        accountBytesMax: principal.mode === 'test' ? FILES_TEST_ACCOUNT_BYTES_MAX : FILES_ACCOUNT_BYTES_MAX,
      });
      return `${root}${id}`;
    },
  };
}
