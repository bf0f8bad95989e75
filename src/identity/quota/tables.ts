/** Tables of plan usage. */
import type { QuotaUnit } from '../../kernel/ports.ts';

/** Units of a calendar month of the service's zone, those that are reserved included. */
export interface QuotaMonthRow {
  company_id: string;
  unit: QuotaUnit;
  /** `2026-11` */
  month: string;
  used: number;
}

/** A call that has a unit reserved, or has ended under an idempotency key. */
export interface QuotaCallRow {
  /** `call_…` */
  id: string;
  company_id: string;
  unit: QuotaUnit;
  month: string;
  tool: string;
  /** The instance that runs it. */
  owner: string;
  state: 'open' | 'settled' | 'released';
  claim_scope: string | null;
  claim_key: string | null;
  fingerprint: string | null;
  /** Callers of the same key that have come since. */
  joiners: number;
  /** Null when none was asked for, or it was too large. */
  answer: string | null;
  /** JSON of an ErrorObject. */
  failure: string | null;
  /** When the unit is given back by itself, or the record of an ended call goes away. */
  due_at: number;
}

/** Usage of a company on one day of the service's time zone. */
export interface UsageDayRow {
  company_id: string;
  /** `2026-11-21` */
  day: string;
  /** `analysis:optimize`, `company_scan`, … */
  kind: string;
  count: number;
  input_tokens: number;
  output_tokens: number;
  cost_micros: number;
}

declare module '../../database/types.ts' {
  interface Tables {
    quota_months: QuotaMonthRow;
    quota_calls: QuotaCallRow;
    usage_days: UsageDayRow;
  }
}
