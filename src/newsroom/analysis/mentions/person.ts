import type { Mention } from './types.ts';

export interface PersonMention extends Mention {
  /** As the text has it; null where it gives none. */
  readonly role: string | null;
}
