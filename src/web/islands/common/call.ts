/** Calls of tools from a page, paid with test money: the key of a test account lives in this tab alone. */
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
  /** Of an error, else empty. */
  code: string;
  waitSeconds: number;
  /** USD: what the call costs, where it needs leave for that. */
  price: number | undefined;
  /** Where the balance can be filled, when it is empty. */
  paymentLink: string | undefined;
}

interface Answer {
  apiKey?: string;
  balance?: number;
  receipt?: Receipt;
  jws?: string;
  error?: { code?: string; message?: string; next?: string; details?: { price?: number } };
  deposit?: { paymentLinks?: { url: string }[] };
}

interface Reply {
  status: number;
  body: Answer;
  /** Seconds to wait before a retry; 0: not said. */
  waitSeconds: number;
}

async function request(path: string, init: RequestInit): Promise<Reply> {
  const reply = await fetch(path, init);
  const body: Answer = await reply.json();
  return { status: reply.status, body, waitSeconds: Number(reply.headers.get('retry-after') ?? 0) };
}

/** Empty where this tab has none yet. */
export const readKey = (): string => sessionStorage.getItem(STORED_AS) ?? '';

const post = (body: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    ...(readKey() && { authorization: `Bearer ${readKey()}` }),
    ...headers,
  },
  body: JSON.stringify(body),
});

const explain = ({ error }: Answer): string => [error?.message, error?.next].filter(Boolean).join(' ');

/** No test account could be created. */
export class NoTestKey extends Error {
  /** When another try can succeed; 0: not said. */
  readonly waitSeconds: number;

  constructor(message: string, waitSeconds: number) {
    super(message);
    this.waitSeconds = waitSeconds;
  }
}

/** Creates a test account where this tab has none yet. */
export async function ensureTestKey(): Promise<string> {
  const kept = readKey();
  if (kept) return kept;
  const created = await request('/api/proxy/account/create', post({ name: 'browser trial', mode: 'test' }));
  const { body, waitSeconds } = created;
  if (!body.apiKey) throw new NoTestKey(explain(body), waitSeconds);
  sessionStorage.setItem(STORED_AS, body.apiKey);
  return body.apiKey;
}

/** `maxPrice`: USD, what the reader has agreed to pay. */
export async function callTool(path: string, input: unknown, maxPrice: number): Promise<CallOutcome> {
  const startedMs = performance.now();
  const limit: Record<string, string> = maxPrice > 0 ? { 'x-max-price': maxPrice.toFixed(6) } : {};
  const { status, body, waitSeconds } = await request(path, post(input, limit));
  const ms = Math.round(performance.now() - startedMs);
  // A key that is not known any more: the next run makes another account.
  if (status === 401) sessionStorage.removeItem(STORED_AS);
  const { receipt, balance, error, deposit } = body;
  return {
    ...{ status, ms, answer: body, receipt, balance, message: explain(body), code: error?.code ?? '', waitSeconds },
    price: error?.code === 'PRICE_ABOVE_MAX' ? error.details?.price : undefined,
    paymentLink: deposit?.paymentLinks?.[0]?.url,
  };
}

/** Reads the signed receipt and checks it. Throws where it can't. */
export async function verifyReceipt(callId: string): Promise<boolean> {
  const authorization = `Bearer ${readKey()}`;
  const { body } = await request(`/api/account/receipts/${callId}`, { headers: { authorization } });
  return await verifyJws(body.jws ?? '');
}
