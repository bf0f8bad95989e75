/** What rules cut out of a request, put right by what was learned of where names and topics begin and end. */
import type { Slot } from '../learned/boundaries.ts';
import { originalAt } from '../normalise.ts';
import type { Piece } from '../residue.ts';
import type { Job } from './job.ts';

/** Where rules find nothing, what was learned must be as sure as that. */
const SURE = 0.8;

export function refined(job: Job, slot: Slot, ruled: Piece | null): Piece | null {
  const { vocabulary, reading, clause } = job;
  const found = vocabulary.extents?.likeliest(slot, reading, clause, ruled);
  if (!found || (ruled === null && found.likelihood < SURE)) return ruled;
  if (found.start === ruled?.start && found.end === ruled.end) return ruled;
  return { start: found.start, end: found.end, value: originalAt(reading.text, found.start, found.end).trim() };
}
