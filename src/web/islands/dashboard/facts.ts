/** Whose dashboard it is, and what its operations answer. */
import type { DashboardWord } from '../../words/dashboard.ts';
import { readFacts, type Say, say, withQuery } from '../common/workspace.ts';

interface Facts {
  view: 'overview' | 'calls' | 'keys' | 'limits';
  /** Signed in for a company: which of its accounts is shown is said with each request. */
  isMember: boolean;
  mode: 'live' | 'test';
}

export const facts = readFacts<Facts>();
export const t: Say<DashboardWord> = say;

export const withMode = (path: string, values: Readonly<Record<string, string | number | undefined>> = {}): string =>
  withQuery(path, { ...values, ...(facts.isMember ? { mode: facts.mode } : {}) });

export interface Balance {
  agentId: string;
  status: string;
  balance: number;
  callCount: number;
  totalSpent: number;
}

export interface Part {
  day?: string;
  tool?: string;
  keyId?: string;
  name?: string;
  count: number;
  settled: number;
  spent: number;
}

export interface Report {
  report: {
    dailyBreakdown: { date: string; spent: number; transactions: number }[];
    breakdown?: Part[];
  };
}

export type Outcome = 'settled' | 'refunded' | 'running' | 'refused';

export interface Call {
  callId: string;
  tool: string;
  keyId: string;
  outcome: Outcome;
  price: number;
  charged: number;
  reason?: string;
  error?: { code: string; message: string };
  cap?: string;
  partOf?: string;
  at: string;
  endedAt: string | null;
}

export interface CallPage {
  calls: Call[];
  nextCursor: string | null;
}

export interface Key {
  id: string | number;
  keyId: string;
  kind: string;
  mode: 'live' | 'test';
  name: string;
  prefix: string;
  last4: string;
  caps: { perCall?: number; perDay?: number; total?: number; tools?: string[] } | null;
  spent: number;
  created_by: string | null;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  status: 'active' | 'revoked' | 'expired';
}
