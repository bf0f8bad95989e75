import type { FeedState } from './types.ts';

/** A state of the feed that somebody has seen. */
export type Sighting = Pick<FeedState, 'epoch' | 'number'>;

export const isBehind = (state: Sighting, seen: Sighting): boolean =>
  state.epoch < seen.epoch || (state.epoch === seen.epoch && state.number < seen.number);
