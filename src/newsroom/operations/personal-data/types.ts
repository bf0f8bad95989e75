/** Personal data held about an address, and its remains after erasure. Rules: newsroom.md §10.3. */

/** An address as it is looked for. */
export interface Person {
  /** `parseMailAddress` */
  norm: string;
  /** As it was asked for, in lower case: some texts are kept as others wrote them. */
  typed: string;
}

/** Rows that were anonymised or removed. */
export interface ErasedRows {
  media_items: number;
  mails: number;
  bounces: number;
  events: number;
  suppressions: number;
  articles: number;
  invitations: number;
  users: number;
}

/** Record that is kept because somebody else needs it. */
export interface KeptRecord {
  what: 'user' | 'company' | 'audit';
  reason: string;
}

/** Behind this number stand addresses that nobody has. */
export const writeErasedAddress = (kind: 'mail' | 'user', id: number): string => `${kind}-${id}@erased.invalid`;
