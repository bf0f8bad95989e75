/** Tables of suppressed addresses and bounces; the SQL is in `schema.ts`. Rules: newsroom.md §9. */
import type { Generated } from 'kysely';
import type { BounceAction, ReturnKind, SuppressionReason } from './types.ts';

export interface SuppressionRow {
  id: Generated<number>;
  /** `company`: no mail of this company; `global`: none at all. */
  scope: 'company' | 'global';
  /** Empty with the scope `global`. */
  company_id: string;
  /** Salted, see `hashAddress`: this is what is compared. */
  address_hash: string;
  /** Null when its owner asked for what we know of them to be erased. */
  address_norm: string | null;
  reason: SuppressionReason;
  source_mail_id: number | null;
  created_at: number;
  /** Null: it does not end by itself. */
  until: number | null;
}

/** A message that came back and changed something, or that nobody could tell: kept for half a year. */
export interface BounceRow {
  id: Generated<number>;
  /** The same of a message that comes again. */
  fingerprint: string;
  mail_id: number;
  kind: Exclude<ReturnKind, 'delayed' | 'delivered' | 'auto_reply'>;
  action: Exclude<BounceAction, 'ignored'>;
  /** Enhanced status code. */
  status: string | null;
  /** What the other server said; like the next two somebody else's words. */
  diagnostic: string | null;
  /** Of messages that nobody could tell. */
  subject: string | null;
  excerpt: string | null;
  created_at: number;
}

declare module '../../database/types.ts' {
  interface Tables {
    suppressions: SuppressionRow;
    bounces: BounceRow;
  }
}
