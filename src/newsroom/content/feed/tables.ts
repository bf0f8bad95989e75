/** The public feed as rows; the SQL is in `schema.ts`. */
import type { Generated } from 'kysely';
import type { Flag } from '../../../database/types.ts';
import type { Language } from '../../../text/language.ts';

/** Its one row is the counter: whoever takes a number holds it until the commit, so numbers appear in order. */
export interface FeedStateRow {
  id: 1;
  /** Another one after a backup was restored: positions of readers are void. */
  epoch: number;
  /** The newest number that a line has. */
  number: number;
  /** The highest number of a tombstone that was removed. */
  horizon: number;
  changed_at: number;
}

/** One for each article that is public or has been: its latest state. */
export interface FeedEntryRow {
  article_id: number;
  /** Of its line; no two lines share one. */
  number: number;
  /** Counts its states, from 1. */
  rev: number;
  /** Of all that is public of it. */
  hash: string;
  language: Language;
  category: string | null;
  shop_id: number | null;
  published_at: number;
  updated_at: number;
  /** Why it is gone; null while it is public. */
  reason: GoneReason | null;
  deleted_at: number | null;
}

export type GoneReason = 'unpublished' | 'deleted';

/** Document of a public article in one language: a template, see `template.ts`. */
export interface FeedDocumentRow {
  article_id: number;
  language: Language;
  document: string;
}

/** The public profile of a publisher. */
export interface ShopRow {
  id: Generated<number>;
  /** Never changes. */
  slug: string;
  company_id: string | null;
  name: string;
  description: string | null;
  url: string | null;
  prefecture: string | null;
  address: string | null;
  logo_url: string | null;
  is_demo: Flag;
  created_at: number;
  updated_at: number;
}

declare module '../../../database/types.ts' {
  interface Tables {
    feed_state: FeedStateRow;
    feed_entries: FeedEntryRow;
    feed_documents: FeedDocumentRow;
    shops: ShopRow;
  }
}
