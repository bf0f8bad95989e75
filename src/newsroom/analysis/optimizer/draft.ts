/** A draft while it is being improved. */

import type { Language } from '../../../text/language.ts';
import type { UnverifiedClaim } from '../facts-check/check.ts';
import type { Genre } from '../quality/genre.ts';
import type { DimensionKey, NewsQuality } from '../quality/types.ts';

export interface Draft {
  readonly title: string | null;
  readonly body: string;
}

export interface Change {
  dimension: DimensionKey;
  before: string;
  after: string;
  /** In the language of the text. */
  why: string;
}

export interface OptimizedText {
  title: string | null;
  subtitle: string | null;
  body: string;
  changes: Change[];
  unverified: UnverifiedClaim[];
  /** Keys of what somebody has to fill in. */
  placeholders: string[];
}

/** Facts about the text that the steps use. */
export interface DraftInput {
  readonly language: Language;
  /** The kind of news: nobody asks an apology for its price. */
  readonly genre: Genre;
  readonly organization: string | null;
  readonly product: string | null;
  /** A day, exact or counted from now. */
  readonly hasDate: boolean;
  readonly hasMoney: boolean;
  readonly hasContact: boolean;
  readonly nq: NewsQuality;
}
