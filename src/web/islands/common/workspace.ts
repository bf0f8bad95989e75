/** Basis of every private page's script: texts, data and authenticated requests. */

import { formatText } from '../../../locales/format.ts';
import type { TextKey } from '../../../locales/text-types.ts';
import { formatWait } from '../../texts/waits.ts';
import type { Answer } from './answers.ts';
import { byId } from './dom.ts';

const root = byId('island');
const words: Readonly<Record<string, string>> = JSON.parse(root.dataset.words ?? '{}');
export const { language = 'en' } = root.dataset;

/** Text of a page, with values in place of `{names}`. */
export type Say<K extends string> = (
  name: K | TextKey<'workspace'>,
  values?: Readonly<Record<string, string | number>>,
) => string;

export const say: Say<string> = (name, values = {}) => formatText(words[name] ?? name, values, language);

export function readFacts<F>(): F {
  return JSON.parse(root.dataset.facts ?? '{}');
}

export const island = root;

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  /** Words for what stands in the way, where there may be several things. */
  readonly reasons: readonly string[];

  constructor(message: string, { status, code, requestId, reasons }: Omit<ApiError, keyof Error>) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.reasons = reasons;
  }
}

/** Every shape that refusals of this server have. */
interface Refusal {
  error?: { code?: string; message?: string; next?: string; details?: { issues?: Issue[] } };
  detail?: string | { msg?: string; loc?: (string | number)[] }[];
  code?: string;
  next?: string;
  reasons?: { code: string; text: string }[];
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Issue {
  path: string;
  message: string;
}

/** `once`: a 401 is not followed by a sign-in. */
type Tries = 'once' | 'twice';

export const ask = <M extends Method, P extends string>(
  method: M,
  path: P,
  body?: object,
  tries: Tries = 'twice',
): Promise<Answer<M, P>> => request<Answer<M, P>>(method, path, body, tries);

let askToSignIn: (() => Promise<boolean>) | undefined;
let signingIn: Promise<boolean> | undefined;
/** Whoever has declined is asked again when they want to be. */
let hasDeclined = false;

/** `handler`: lets the reader sign in again; false when they won't. */
export function onSignedOut(handler: () => Promise<boolean>): void {
  askToSignIn = handler;
}

/** Requests that were refused together wait for the same sign-in. */
export async function signInAgain(): Promise<boolean> {
  if (askToSignIn === undefined) return false;
  signingIn ??= askToSignIn().finally(() => {
    signingIn = undefined;
  });
  const isIn = await signingIn;
  hasDeclined = !isIn;
  return isIn;
}

async function request<A>(method: Method, path: string, body?: object, tries: Tries = 'twice'): Promise<A> {
  const json =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const reply = await fetch(path, { method, cache: 'no-store', ...json }).catch(() => {
    throw createOfflineError();
  });
  const answer: A & Refusal = await reply.json().catch(() => ({}));
  if (reply.ok) return answer;
  if (await maySendAgain(reply.status, tries)) return await request<A>(method, path, body, 'once');
  throw createApiError(path, answer, { status: reply.status, readHeader: (name) => reply.headers.get(name) });
}

/** True once the reader has signed in again after a 401. */
const maySendAgain = async (status: number, tries: Tries): Promise<boolean> =>
  status === UNAUTHORIZED && tries === 'twice' && !hasDeclined && (await signInAgain());

const createOfflineError = (): ApiError =>
  new ApiError(say('offline'), { status: 0, code: 'offline', requestId: '', reasons: [] });

interface RefusalDetails {
  status: number;
  readHeader: (name: string) => string | null;
}

function createApiError(path: string, answer: Refusal, { status, readHeader }: RefusalDetails): ApiError {
  const requestId = readHeader('x-request-id') ?? '';
  const code = answer.error?.code ?? answer.code ?? '';
  const reasons = (answer.reasons ?? []).map((reason) => reason.code);
  const waitSeconds = Number(readHeader('retry-after') ?? 0);
  return new ApiError(explain(path, status, answer, waitSeconds), { status, code, requestId, reasons });
}

/** Sends a form with a file. `onProgress`: shares of it that have arrived, up to 1. */
export async function upload<P extends string, A = Answer<'POST', P>>(
  path: P,
  form: FormData,
  onProgress: (share: number) => void,
  tries: Tries = 'twice',
): Promise<A> {
  const reply = await sendForm(path, form, onProgress);
  const answer: A & Refusal = parseAnswer(reply.responseText);
  if (reply.status >= 200 && reply.status < 300) return answer;
  if (await maySendAgain(reply.status, tries)) return await upload<P, A>(path, form, onProgress, 'once');
  throw createApiError(path, answer, { status: reply.status, readHeader: (name) => reply.getResponseHeader(name) });
}

/** Other than `fetch`, it tells how much has arrived. */
function sendForm(path: string, form: FormData, onProgress: (share: number) => void): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    sending.onload = () => resolve(sending);
    sending.onerror = () => reject(createOfflineError());
    sending.open('POST', path);
    sending.send(form);
  });
}

function parseAnswer(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const UNAUTHORIZED = 401;
const TOO_OFTEN = 429;
const PATIENCE_MS = 5_000;
const WAITS_MAX = 12;

/** Whoever looks through many pages at once waits a little, and need not ask again. */
export async function read<P extends string, A = Answer<'GET', P>>(path: P, waits = 0): Promise<A> {
  try {
    return await request<A>('GET', path);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== TOO_OFTEN || waits >= WAITS_MAX) throw error;
    await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    return await read<P, A>(path, waits + 1);
  }
}

const SERVER_FAULT = 500;
const FAULTS: Readonly<Record<number, TextKey<'workspace'>>> = {
  400: 'badInput',
  401: 'signedOut',
  402: 'noFunds',
  403: 'forbidden',
  404: 'gone',
  409: 'movedOn',
  413: 'tooLarge',
  422: 'badInput',
  429: 'tooOften',
};

/** English readers get the server's own message, others that of its code, or of its status. */
function explain(path: string, status: number, refusal: Refusal, waitSeconds: number): string {
  if (status === TOO_OFTEN && waitSeconds > 0) return say('tooOftenFor', { wait: formatWait(waitSeconds, language) });
  // Signing in has refusals of its own.
  if (status === UNAUTHORIZED && !path.startsWith('/login/')) return say('signedOut');
  const told = quoteServer(refusal);
  const known = words[`error_${refusal.code ?? ''}`];
  if (known !== undefined) return known;
  const word = FAULTS[status] ?? (status >= SERVER_FAULT ? 'serverFault' : undefined);
  if (word === undefined) return told || String(status);
  return language === 'en' && told ? told : [say(word), told && `(${told})`].filter(Boolean).join(' ');
}

function quoteServer({ error, detail, next, reasons = [] }: Refusal): string {
  const texts = reasons.map(({ text }) => text);
  if (typeof detail === 'string') return [detail, ...texts, next].filter(Boolean).join('. ');
  if (detail) return detail.map(({ msg = '', loc = [] }) => `${loc.at(-1) ?? ''}: ${msg}`).join('; ');
  const issues = (error?.details?.issues ?? []).map(({ path, message }) => `${path}: ${message}`);
  return [error?.message, ...issues, error?.next].filter(Boolean).join(' ');
}

/** By a word of a kind, such as `type_web`; one that this page does not know is told as it came. */
export function sayKind(kind: string, name: string): string {
  const word = `${kind}_${name}`;
  return words[word] ?? name.replaceAll('_', ' ');
}

/** An address with those of the values that are there. */
export function withQuery<P extends string>(
  path: P,
  values: Readonly<Record<string, string | number | undefined>>,
): P | `${P}?${string}` {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') query.set(name, String(value));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** `$0.004`: always with the same digits. */
export const toAmount = (usd: number): string =>
  `${usd < 0 ? '-' : ''}$${Math.abs(usd).toLocaleString('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 6 })}`;

export const toCount = (count: number): string => count.toLocaleString(language);

/** `38.9 %`, of a share between 0 and 1. */
export const toPercent = (share: number): string =>
  share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 });

const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
] as const;

/** `November 26, 2026 at 3:50:02 AM GMT+9`. */
export const toExact = (at: string): string =>
  new Date(at).toLocaleString(language, { dateStyle: 'long', timeStyle: 'long' });

/** `November 26`. */
export const toDay = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString(language, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `3 minutes ago`. */
export function toRelative(at: string, nowMs = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  let left = (Date.parse(at) - nowMs) / 1_000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(left) < size) return format.format(Math.round(left), unit);
    left /= size;
  }
  return at;
}
