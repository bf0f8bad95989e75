/** Sending domains as rows. */
import type { Generated } from 'kysely';
import type { Flag } from '../../../database/types.ts';

export const DOMAIN_STATUSES = ['pending', 'verified', 'lost'] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

export interface SendingDomainRow {
  id: Generated<number>;
  company_id: string;
  /** In its ASCII form. */
  domain: string;
  /** One company at most has a domain as `verified`. */
  status: DomainStatus;
  /** Value of the TXT record that proves who owns it. */
  token: string;
  selector: string;
  /** Base64 of its SPKI form, as the DKIM record has it. */
  public_key: string;
  /** See `signing-key.ts`. */
  sealed_key: string;
  /** JSON of `RecordChecks`: the last check. */
  records: string;
  /** All records were found, and another company has verified the domain. */
  is_taken: Flag;
  /** Checks in a row that didn't find all records. */
  tries: number;
  /** Of those since it was verified, the ones that found a record gone; at most one in half an hour counts. */
  misses: number;
  missed_at: number | null;
  checked_at: number | null;
  /** Null: it is checked on request only. */
  next_check_at: number | null;
  verified_at: number | null;
  lost_at: number | null;
  created_at: number;
}

declare module '../../../database/types.ts' {
  interface Tables {
    sending_domains: SendingDomainRow;
  }
}
