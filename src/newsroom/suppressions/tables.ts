/** Addresses that get no mail; the SQL is in `migration-035-suppressions.ts`. Rules: newsroom.md §9.2. */
import type { Generated } from 'kysely';
import type { SuppressionReason } from './types.ts';

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

declare module '../../database/types.ts' {
  interface Tables {
    suppressions: SuppressionRow;
  }
}
