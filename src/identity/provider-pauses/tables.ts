/** Rows of paused providers; the SQL is in `migration-153-provider-pauses.ts`. */

export interface ProviderPauseRow {
  provider: string;
  paused_at: number;
  /** Operator who paused it. */
  paused_by: string;
}

declare module '../../database/types.ts' {
  interface Tables {
    provider_pauses: ProviderPauseRow;
  }
}
