/** Cursors of lists: the position where the next page begins, as opaque text. */
import { createReasonError } from '../kernel/errors/reasons.ts';

/** Position in a list sorted by time: milliseconds, and the ID that separates equal times. */
export interface TimePosition {
  at: number;
  id: string;
}

export const writeCursor = (...position: readonly (string | number)[]): string =>
  Buffer.from(position.join(' ')).toString('base64url');

/** The groups of `form`. Throws `invalid_cursor` if the cursor doesn't match it. */
export function readCursor(cursor: string, form: RegExp): string[] {
  const match = form.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!match) throw createReasonError('invalid_cursor');
  return match.slice(1);
}

/** `form` of the IDs in this list. Throws `invalid_cursor`. */
export function readTimeCursor(cursor: string, form: RegExp): TimePosition {
  const [at, id = ''] = readCursor(cursor, /^(\d{1,15}) ([\w-]{1,80})$/);
  if (!form.test(id)) throw createReasonError('invalid_cursor');
  return { at: Number(at), id };
}
