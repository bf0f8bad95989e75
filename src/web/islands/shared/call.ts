/** Calls of tools from a page, paid with play money: the key of a test account lives in this tab alone. */

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

const readKey = (): string => sessionStorage.getItem(STORED_AS) ?? '';

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

const decode = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

/** Reads the signed receipt and checks it with the published key, here in the browser. Throws where it can't. */
export async function verifyReceipt(callId: string): Promise<boolean> {
  const authorization = `Bearer ${readKey()}`;
  const { body } = await request(`/api/account/receipts/${callId}`, { headers: { authorization } });
  const [head = '', payload = '', signature = ''] = (body.jws ?? '').split('.');
  const { kid }: { kid?: string } = JSON.parse(new TextDecoder().decode(decode(head)));
  const published: { keys: (JsonWebKey & { kid?: string })[] } = await (await fetch('/.well-known/jwks.json')).json();
  const jwk = published.keys.find((key) => key.kid === kid);
  if (!jwk) return false;
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify']);
  const signed = new TextEncoder().encode(`${head}.${payload}`);
  return await crypto.subtle.verify({ name: 'Ed25519' }, key, decode(signature), signed);
}
