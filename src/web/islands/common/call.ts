/** Calls of tools from a page, paid with play money: the key of a test account lives in this tab alone. */

import { verifyJws } from './receipts.ts';

const STORED_AS = 'farebox.testKey';

export interface Receipt {
  callId: string;
  tool: string;
  mode: string;
  /** USD. */
  amount: number;
  /** ISO 8601. */
  at: string;
}

export interface CallOutcome {
  status: number;
  ms: number;
  answer: unknown;
  /** Absent when nothing was charged. */
  receipt: Receipt | undefined;
  /** USD. */
  balance: number | undefined;
  /** Of a refusal, else empty. */
  message: string;
}

interface Answer {
  apiKey?: string;
  balance?: number;
  receipt?: Receipt;
  jws?: string;
  error?: { message?: string; next?: string };
}

interface Reply {
  status: number;
  body: Answer;
}

async function request(path: string, init: RequestInit): Promise<Reply> {
  const reply = await fetch(path, init);
  const body: Answer = await reply.json();
  return { status: reply.status, body };
}

/** Empty where this tab has none yet. */
export const readKey = (): string => sessionStorage.getItem(STORED_AS) ?? '';

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(readKey() && { authorization: `Bearer ${readKey()}` }) },
  body: JSON.stringify(body),
});

const explain = ({ error }: Answer): string => [error?.message, error?.next].filter(Boolean).join(' ');

/** Makes a test account where this tab has none yet. */
export async function ensureTestKey(): Promise<string> {
  const kept = readKey();
  if (kept) return kept;
  const { body } = await request('/api/proxy/account/create', post({ name: 'browser trial', mode: 'test' }));
  if (!body.apiKey) throw new Error(explain(body));
  sessionStorage.setItem(STORED_AS, body.apiKey);
  return body.apiKey;
}

export async function callTool(path: string, input: unknown): Promise<CallOutcome> {
  const startedMs = performance.now();
  const { status, body } = await request(path, post(input));
  const ms = Math.round(performance.now() - startedMs);
  // A key that is not known any more: the next run makes another account.
  if (status === 401) sessionStorage.removeItem(STORED_AS);
  const { receipt, balance } = body;
  return { status, ms, answer: body, receipt, balance, message: explain(body) };
}

/** Reads the signed receipt and checks it. Throws where it can't. */
export async function verifyReceipt(callId: string): Promise<boolean> {
  const authorization = `Bearer ${readKey()}`;
  const { body } = await request(`/api/account/receipts/${callId}`, { headers: { authorization } });
  return await verifyJws(body.jws ?? '');
}
