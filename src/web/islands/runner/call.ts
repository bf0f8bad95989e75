/** Calls of tools from a page, paid with test money: the key of a test account lives in this tab alone. */
import { verifyJws } from '../common/receipts.ts';

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
  /** An answer that is no JSON. */
  file: Blob | undefined;
  /** Absent when nothing was charged. */
  receipt: Receipt | undefined;
  /** USD. */
  balance: number | undefined;
  /** Of a refusal, else empty. */
  message: string;
  /** Of an error, else empty. */
  code: string;
  waitSeconds: number;
  /** Fields that are wrong. */
  issues: readonly Issue[];
  /** USD: what the call costs, where it needs leave for that. */
  price: number | undefined;
  /** Where the balance can be filled, when it is empty. */
  paymentLink: string | undefined;
}

interface Issue {
  path: string;
  message: string;
}

interface Answer {
  apiKey?: string;
  balance?: number;
  receipt?: Receipt;
  jws?: string;
  error?: { code?: string; message?: string; next?: string; details?: { price?: number; issues?: Issue[] } };
  /** Of the newsroom. */
  detail?: string | readonly { loc?: readonly unknown[]; msg?: string }[];
  deposit?: { paymentLinks?: { url: string }[] };
}

interface Reply {
  status: number;
  body: Answer;
  file?: Blob;
  /** Seconds to wait before a retry; 0: not said. */
  waitSeconds: number;
}

async function request(path: string, init: RequestInit): Promise<Reply> {
  const reply = await fetch(path, init);
  const { status, headers } = reply;
  const waitSeconds = Number(headers.get('retry-after') ?? 0);
  if (!/\bjson\b/.test(headers.get('content-type') ?? ''))
    return { status, body: {}, file: await reply.blob(), waitSeconds };
  const body: Answer = await reply.json();
  return { status, body, waitSeconds };
}

/** Empty where this tab has none yet. */
export const readKey = (): string => sessionStorage.getItem(STORED_AS) ?? '';

const json = { 'content-type': 'application/json' };

const explain = ({ error, detail }: Answer): string =>
  [error?.message, error?.next, typeof detail === 'string' ? detail : undefined].filter(Boolean).join(' ');

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
  const created = await request('/api/proxy/account/create', {
    ...{ method: 'POST', headers: json },
    body: JSON.stringify({ name: 'browser trial', mode: 'test' }),
  });
  const { body, waitSeconds } = created;
  if (!body.apiKey) throw new NoTestKey(explain(body), waitSeconds);
  sessionStorage.setItem(STORED_AS, body.apiKey);
  return body.apiKey;
}

export interface OperationCall {
  method: string;
  path: string;
  /** Undefined: no body is sent. */
  body: unknown;
  /** Empty: none; the cookie of a signed-in person then counts. */
  token: string;
  /** USD, what the reader has agreed to pay. */
  maxPrice: number;
}

export async function callOperation({ method, path, body, token, maxPrice }: OperationCall): Promise<CallOutcome> {
  const startedMs = performance.now();
  const headers: Record<string, string> = {
    ...(body === undefined ? {} : json),
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    ...(maxPrice > 0 ? { 'x-max-price': maxPrice.toFixed(6) } : {}),
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const { status, body: answer, file, waitSeconds } = await request(path, { method, headers, ...sent });
  const ms = Math.round(performance.now() - startedMs);
  // A key that is not known any more: the next run makes another account.
  if (status === 401 && token === readKey()) sessionStorage.removeItem(STORED_AS);
  const { receipt, balance, error, deposit } = answer;
  return {
    ...{ status, ms, answer, file, receipt, balance, message: explain(answer), code: error?.code ?? '', waitSeconds },
    issues: error?.details?.issues ?? listIssues(answer),
    price: error?.code === 'PRICE_ABOVE_MAX' ? error.details?.price : undefined,
    paymentLink: deposit?.paymentLinks?.[0]?.url,
  };
}

/** The newsroom names the place of each fault: `["body", "title"]`. */
const listIssues = ({ detail }: Answer): Issue[] =>
  Array.isArray(detail)
    ? detail.map(({ loc, msg }) => ({ path: String(loc?.at(-1) ?? ''), message: String(msg) }))
    : [];

/** Reads the signed receipt and checks it. Throws where it can't. */
export async function verifyReceipt(callId: string, token: string): Promise<boolean> {
  const authorization = `Bearer ${token}`;
  const { body } = await request(`/api/account/receipts/${callId}`, { headers: { authorization } });
  return await verifyJws(body.jws ?? '');
}
