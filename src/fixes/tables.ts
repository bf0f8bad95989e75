/** Rows of the debug service's tables; the SQL is in `schema.ts`. */

import type { Generated } from 'kysely';
import type { Flag } from '../database/types.ts';
import type { Mode } from '../kernel/principal.ts';

export type FixStatus = 'pending' | 'published' | 'rejected';

/** Columns that an inserted and a read fix share. */
export interface FixContent {
  /** `fix_…`; of what ships with the product its own name. */
  id: string;
  status: FixStatus;
  /** `farebox`: ships with the product. */
  origin: 'farebox' | 'contributed';
  /** Of the normalised text: the same text is the same fix. */
  digest: string;
  title: string;
  /** Symptoms, a line each; of a contributed fix what its contributor wrote. */
  error: string;
  /** Empty where nobody has said it. */
  cause: string;
  /** The whole fix as plain text. */
  fix: string;
  /** JSON array. */
  steps: string;
  /** JSON array of arrays: the terms of each symptom. */
  profile: string;
  /** JSON array: what a moderator should look at. */
  flags: string;
  contributed_by: string;
  /** Who is rewarded; null without a key. */
  account_id: string | null;
  mode: Mode | null;
  created_at: number;
  decided_at: number | null;
}

export interface FixRow extends FixContent {
  /** Grows with each fix; what other tables name it by. */
  num: Generated<number>;
  successes: Generated<number>;
  failures: Generated<number>;
  /** Contributions that said the same again. */
  merged: Generated<number>;
}

/** Published fixes alone. */
export interface FixTermRow {
  term: string;
  /** How much the term says about the fix, 1–1000. */
  weight: number;
  fix: number;
}

export interface FixWordRow {
  term: string;
  /** Published fixes that have it. */
  fixes: number;
}

/** Fixes that share a band are likely to say the same. */
export interface FixBandRow {
  band: number;
  fix: number;
}

export interface FixConfirmationRow {
  fix: number;
  account_id: string;
  worked: Flag;
  at: number;
}

export interface FixVectorRow {
  /** Mode, provider and model: vectors of one space can be compared. */
  space: string;
  fix: number;
  /** Of the fix it was made from. */
  digest: string;
  /** Float32, little-endian. */
  vector: Uint8Array;
}

export interface BugReportRow {
  id: string;
  fingerprint: string;
  /** The error without paths, ids, numbers, addresses and secrets. */
  pattern: string;
  lobster_id: string;
  at: number;
}

declare module '../database/types.ts' {
  interface Tables {
    fixes: FixRow;
    fix_terms: FixTermRow;
    fix_words: FixWordRow;
    fix_bands: FixBandRow;
    fix_confirmations: FixConfirmationRow;
    fix_vectors: FixVectorRow;
    bug_reports: BugReportRow;
  }
}
