import { FareboxError } from '../kernel/errors.ts';
import { sumFileBytes } from '../storage/files-store.ts';
import type { FileRow } from '../storage/schema.ts';
import { lockAccount, type Operation } from './operation.ts';

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
export const keepFile: Operation<KeepFileInput, null> = async (ctx, input) => {
  const { id, accountId, type, filename, bytes, lifetimeMs, accountBytesMax } = input;
  await lockAccount(ctx, accountId);
  const kept = await sumFileBytes(ctx.db, accountId, ctx.nowMs);
  if (kept + bytes.byteLength > accountBytesMax) {
    throw new FareboxError('TOO_LARGE', {
      message: 'This account has as many stored bytes as it may have.',
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
  await ctx.db.insertInto('media').values(row).execute();
  return null;
};
