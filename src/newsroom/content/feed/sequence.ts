/** Parses and formats feed positions, as in `since_seq`. */
import { createReasonError } from '../../../kernel/errors/reasons.ts';
import type { FeedState } from './types.ts';

export const formatSequence = (epoch: number, number: number): string => `${epoch}.${number}`;

export interface Position {
  number: number;
  /**
   * The newest line when this reader began from the start, for as long as it reads what is older than the horizon: what
   * was removed before, it has never had.
   */
  begunAt: number | null;
}

const POSITION = /^(?:(\d{1,15})\.)?(\d{1,15})(?:\.(\d{1,15}))?$/;

/**
 * `epoch.number`, or a number of the current epoch; the third part is ours, see `begunAt`. Empty and 0: the start, null.
 * Throws `invalid_cursor` for what is no position, and ResyncError for one that can't be continued.
 */
export function parsePosition(text: string, { epoch, number, horizon }: FeedState): Position | null {
  if (text === '' || text === '0') return null;
  const match = POSITION.exec(text);
  if (!match || (match[1] === undefined && match[3] !== undefined)) {
    throw createReasonError('invalid_cursor', { message: 'since_seq is not a valid position of this feed' });
  }
  const position = { number: Number(match[2]), begunAt: match[3] === undefined ? null : Number(match[3]) };
  const isOther = match[1] !== undefined && Number(match[1]) !== epoch;
  if (!isOther && position.number === 0 && position.begunAt === null) return null;
  const seenUntil = Math.max(position.number, position.begunAt ?? 0);
  if (isOther || seenUntil < horizon || seenUntil > number) throw new ResyncError();
  return position;
}

/** The reader has to begin anew. */
export class ResyncError extends Error {}

/** Position after a line, for a reader who began at `begunAt` (null: it came with a position that needs none). */
export function formatPosition({ epoch, horizon }: FeedState, number: number, begunAt: number | null): string {
  const position = formatSequence(epoch, number);
  return begunAt === null || number >= horizon ? position : `${position}.${begunAt}`;
}
