/** What rules cut out of a request, put right by what was learned of where names and topics begin and end. */
import type { Place, Reading, Slot } from '../reading/message.ts';
import { readOriginal } from '../reading/normalise.ts';
import type { Piece } from '../reading/pieces.ts';
import type { Job } from './job.ts';

/** Where rules find nothing, what was learned must be as sure as that. */
const SURE = 0.8;

/** What rules cut out stands unless another extent is so many times as likely. */
const ADVANTAGE = 4;

export function refineExtent(job: Job, slot: Slot, ruled: Piece | null): Piece | null {
  const { vocabulary, reading, clause } = job;
  const likelyExtent = vocabulary.extents?.likeliest(slot, reading, clause, ruled);
  if (!likelyExtent || (ruled === null && likelyExtent.likelihood < SURE)) return ruled;
  if (ruled && (likelyExtent.advantage < ADVANTAGE || isSmallAddition(likelyExtent, ruled, reading))) return ruled;
  return {
    start: likelyExtent.start,
    end: likelyExtent.end,
    value: readOriginal(reading.text, likelyExtent.start, likelyExtent.end).trim(),
  };
}

/** The same, or with small words and times around it. */
function isSmallAddition(place: Place, ruled: Place, { hits }: Reading): boolean {
  if (place.start > ruled.start || place.end < ruled.end) return false;
  const small = hits.filter(({ key }) => key.kind === 'time' || key.kind === 'polite');
  const isSmall = (at: number): boolean => small.some(({ start, end }) => at >= start && at < end);
  for (let at = place.start; at < place.end; at++)
    if ((at < ruled.start || at >= ruled.end) && !isSmall(at)) return false;
  return true;
}
