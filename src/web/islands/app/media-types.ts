/** Answer types of media operations. */
import type { Item, Output } from '../common/answers.ts';

export type Medium = Item<'media-search'>;
export type MediaList = Item<'media-list-lists'>;
export type Recommendation = Extract<Output<'media-recommend'>, { items: unknown }>['items'][number];
