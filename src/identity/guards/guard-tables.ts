/** Rows against abuse: see `schema.ts`. Times are milliseconds of the database's clock. */

/** One address that has failed at the operator's paths. */
export interface OperatorLockoutRow {
  /** An IPv4 address, or the /64 of an IPv6 one. */
  address: string;
  /** The last two failures that still count, the older one first; null: none. */
  earlier_at: number | null;
  latest_at: number | null;
  locked_until: number | null;
  /** From then on the row means nothing. */
  expires_at: number;
}

/** A value that `ADMIN_TOKEN` has or had, as a keyed hash. */
export interface AdminTokenRow {
  hash: string;
  at: number;
}

/** Something that the operator should know, and when it was seen last. */
export interface SightingRow {
  name: string;
  at: number;
}

declare module '../../database/types.ts' {
  interface Tables {
    operator_lockouts: OperatorLockoutRow;
    admin_tokens: AdminTokenRow;
    sightings: SightingRow;
  }
}
