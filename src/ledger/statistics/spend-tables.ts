/** Table of what the requests to each provider have cost; the SQL is in `migration-140-provider-spend.ts`. */

/** Of a UTC day, over all servers; live requests only. */
export interface ProviderSpendRow {
  day: string;
  provider: string;
  /** Micro-USD; may be fractional, being an estimate. */
  micros: number;
  /** Percent of the budget that somebody has been told of. */
  told: number;
}

declare module '../../database/types.ts' {
  interface Tables {
    provider_spend: ProviderSpendRow;
  }
}
