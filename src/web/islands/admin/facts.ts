/** What the operators' pages know from the start, and what their operations answer. */
import type { AdminView, FindingInfo, ProviderInfo } from '../../admin-info.ts';
import type { AdminWord } from '../../words/admin/frame.ts';
import { readFacts, type Say, say } from '../common/workspace.ts';

export const facts = readFacts<{ view: AdminView; providers: ProviderInfo[]; findings: FindingInfo[] }>();
export const t: Say<AdminWord> = say;

export interface Sums {
  settled: number;
  refunded: number;
  revenue: number;
  cost: number;
  margin: number;
}

export interface Margin {
  total: { live: Sums; test: Sums };
  items: (Sums & { mode: 'live' | 'test'; tool: string })[];
  by_day: { date: string; live: Sums; test: Sums }[];
}

export interface Progress {
  running: boolean;
  kind: string;
  stage: string | null;
  total: number;
  done: number;
  succeeded: number;
  failed: number;
  percent: number;
  current: { title?: string } | null;
  started_at: string | null;
  finished_at: string | null;
  last_error: { message: string } | null;
}

export interface Pipeline {
  running: boolean;
  jobs: Readonly<Record<string, Progress>>;
}

export interface Check {
  ok: boolean;
  lines: string[];
  endedAt: string;
}

export interface BooksState {
  verify: Check | null;
  reconcile: Check | null;
  running: { verify: Progress; reconcile: Progress };
}

export interface StartAnswer {
  /** stub: nothing is set up that could do it. */
  status: 'accepted' | 'stub';
  started: boolean;
  already_running: boolean;
}
