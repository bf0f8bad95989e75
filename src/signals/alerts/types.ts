/** The words of alerts to operators. */
import type { FailureCause } from '../../kernel/errors/cause.ts';

/** Those that this folder finds; the newsroom's are in its own list. */
export const SIGNAL_CODES = [
  'provider_key_refused',
  'provider_paused',
  'provider_held',
  'provider_failing',
  'provider_key_expiring',
  'provider_budget_50',
  'provider_budget_80',
  'provider_budget_95',
  'provider_budget_100',
  'tool_at_loss',
  'ledger_check_failed',
  'disk_low',
  'upstream_tools_changed',
] as const;
export type SignalCode = (typeof SIGNAL_CODES)[number];

export type Severity = 'info' | 'warn' | 'error';

/** Something that is wrong now. */
export interface Condition {
  code: string;
  /** What it is about, such as a provider or a tool; empty for the whole server. */
  subject: string;
  severity: Severity;
  text: string;
}

/** The last failures of a provider in a row. */
export interface FailureStreak {
  kind: string;
  cause: FailureCause;
  status: number | null;
  count: number;
  /** Of the last one, milliseconds of this machine. */
  atMs: number;
}
