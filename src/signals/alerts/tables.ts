/** Rows of alerts; the SQL is in `schema.ts`. */
import type { Severity } from './types.ts';

export interface AlertRow {
  code: string;
  subject: string;
  severity: Severity;
  text: string;
  state: 'open' | 'resolved';
  opened_at: number;
  resolved_at: number | null;
  /** What operators were last sent a message about; null for nothing yet. */
  told: 'open' | 'resolved' | null;
  /** When they were last told that it opened. */
  told_open_at: number | null;
  /** Grows with each change: of two servers that saw the same, one changes it. */
  version: number;
}

/** State of the providers and the disk, as one server sees it. */
export interface ServerSignalRow {
  owner: string;
  code: string;
  subject: string;
  severity: Severity;
  text: string;
  seen_at: number;
}

declare module '../../database/types.ts' {
  interface Tables {
    alerts: AlertRow;
    server_signals: ServerSignalRow;
  }
}
