/** Files of the import folder, and nothing else of this machine: `ctx.services.imports`. */
import { open, realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import { createReasonError } from '../../../kernel/errors/reasons.ts';
import { isRecord } from '../../../lib/record.ts';

declare module '../../../kernel/tool/context.ts' {
  interface Services {
    imports: Imports;
  }
}

export interface Imports {
  /** The entries of a file. Throws `path_not_allowed`, `invalid_json` or NOT_FOUND. */
  read(path: string): Promise<unknown[]>;
}

const BYTES_MAX = 10 * 1024 * 1024;

export const openImports = (folder: string): Imports => ({
  async read(path) {
    const text = await readInside(folder, path);
    const parsed = parse(text);
    const entries = isRecord(parsed) ? parsed.media : parsed;
    if (Array.isArray(entries)) return entries;
    throw createReasonError('invalid_json', { message: 'The file must be an array of outlets or {"media": […]}' });
  },
});

async function readInside(folder: string, path: string): Promise<string> {
  if (path.includes('\0')) throw createReasonError('path_not_allowed');
  // A folder that is not there yet holds no file, and what is outside of it is still refused.
  const root = await realpath(folder).catch(() => resolve(folder));
  const requested = resolve(root, path);
  // What lies outside is refused before anybody learns whether it is there.
  if (!requested.startsWith(`${root}${sep}`)) throw createReasonError('path_not_allowed');
  const real = await realpath(requested).catch(refuse);
  if (!real.startsWith(`${root}${sep}`)) throw createReasonError('path_not_allowed');
  // Opening a pipe would wait for whoever writes to it.
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = (await import('node:fs')).constants;
  const file = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(refuse);
  try {
    const facts = await file.stat();
    if (!facts.isFile() || facts.size > BYTES_MAX) {
      throw createReasonError('path_not_allowed', { message: 'Only files of at most 10 MiB are imported' });
    }
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function refuse(thrown: unknown): never {
  if (thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR')) {
    throw new FareboxError('NOT_FOUND', { message: 'File not found in the import folder' });
  }
  throw createReasonError('path_not_allowed', { cause: thrown });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (thrown) {
    const at = Number(/position (\d+)/.exec(thrown instanceof Error ? thrown.message : '')?.[1] ?? text.length);
    const line = text.slice(0, at).split('\n').length;
    throw createReasonError('invalid_json', { message: `The file is not JSON: line ${line}`, details: { line } });
  }
}
