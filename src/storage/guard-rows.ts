/** Rows against abuse: see migrations/006-guards.ts. Times are milliseconds of the database's clock. */

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

/** Welcome credit that went to one network on one day, micro-USD. */
export interface WelcomeDailyRow {
  /** `YYYY-MM-DD` in UTC. */
  day: string;
  /** A /24, or the /56 of IPv6. */
  network: string;
  given: number;
}

/** Something that the operator should know, and when it was seen last. */
export interface SightingRow {
  name: string;
  at: number;
}
