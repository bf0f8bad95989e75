import { definePurge, defineWrite } from '../database/define.ts';
import { lockFreeRows } from '../database/dialect.ts';
import type { Tx } from '../database/types.ts';
import { FareboxError } from '../kernel/errors/errors.ts';
import { lockAccount } from '../ledger/account-lock.ts';
import { sumFileBytes } from './reads.ts';
import type { FileRow } from './tables.ts';

export interface KeepFileInput {
  id: string;
  accountId: string;
  type: string;
  filename: string;
  bytes: Uint8Array;
  lifetimeMs: number;
  /** The most that the account's unexpired files may take together, this one included. */
  accountBytesMax: number;
}

/** Keeps a file for a while. TOO_LARGE when the account would have too much kept. */
export const keepFile = defineWrite('files.keepFile', async (ctx: Tx, input: KeepFileInput): Promise<null> => {
  const { id, accountId, type, filename, bytes, lifetimeMs, accountBytesMax } = input;
  await lockAccount(ctx, accountId);
  const storedBytes = await sumFileBytes(ctx.db, accountId, ctx.nowMs);
  if (storedBytes + bytes.byteLength > accountBytesMax) {
    throw new FareboxError('TOO_LARGE', {
      message: 'This account has reached its storage limit.',
      details: { maxBytes: accountBytesMax },
    });
  }
  const row: FileRow = {
    id,
    account_id: accountId,
    type,
    filename,
    size: bytes.byteLength,
    expires_at: ctx.nowMs + lifetimeMs,
    // Both databases take a Buffer; what crosses a thread arrives as a plain array of bytes.
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  };
  await ctx.db.insertInto('files').values(row).execute();
  return null;
});

/** Files are large: few of them make a commit. */
const PURGE_MAX = 50;

export const purgeFiles = definePurge('files', async (tx) => {
  const due = tx.db.selectFrom('files').select('id').where('expires_at', '<=', tx.nowMs).limit(PURGE_MAX);
  const ids = (await lockFreeRows(tx, due).execute()).map(({ id }) => id);
  if (ids.length > 0) await tx.db.deleteFrom('files').where('id', 'in', ids).execute();
  return ids.length;
});
