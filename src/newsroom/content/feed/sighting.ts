import type { FeedState } from './types.ts';

/** A state of the feed that somebody has seen. */
export type Sighting = Pick<FeedState, 'epoch' | 'number'>;

export const isBehind = (state: Sighting, sighting: Sighting): boolean =>
  state.epoch < sighting.epoch || (state.epoch === sighting.epoch && state.number < sighting.number);
