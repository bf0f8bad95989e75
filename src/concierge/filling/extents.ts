/** Finds names and topics of a request with the learned model of their beginnings and ends. */
import type { Slot } from '../reading/message.ts';
import { cutPieces, type Piece } from '../reading/pieces.ts';
import { LIKELY } from '../scoring/weights.ts';
import type { Job } from './job.ts';

/** Null where a request most likely has none. */
export function findExtent({ vocabulary, reading, clause }: Job, slot: Slot, atLeast = LIKELY): Piece | null {
  const extent = vocabulary.extents?.likeliest(slot, reading, clause);
  if (!extent || extent.likelihood < atLeast) return null;
  return cutPieces(reading, extent.start, extent.end, [])[0] ?? null;
}
