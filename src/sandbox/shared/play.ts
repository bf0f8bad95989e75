/** Turns a twin's reply and a magic value into bytes and connection behavior. */
import { createHash } from 'node:crypto';
import { findMagic, type Magic, type MagicName } from './magic.ts';
import type { Twin, TwinReply, TwinRequest, WordedFailure } from './twin.ts';

/** Behavior of the connection. `none`: normal. */
export type ConnectionAct = 'none' | 'reset' | 'hang' | 'cut' | 'stall' | 'drip' | 'huge';

export interface PlayedReply {
  status: number;
  /** Names in lower case, without `content-length`. */
  headers: Record<string, string>;
  body: Uint8Array;
  /** Wait this long before the headers. */
  delayMs: number;
  act: ConnectionAct;
}

export const HUGE_BYTES = 50 * 1024 * 1024;
export const DRIP_MS = 250;
const SLOW_MS = 1_500;
const SLOW_MS_MAX = 60_000;
const RETRY_AFTER_SECONDS = 30;
const WINDOW_MS = 60_000;
const COUNTED_INPUTS_MAX = 1_000;

/** Counts equal requests within a minute, for the failures that come or go after some of them. */
export type Counter = (request: TwinRequest, providerId: string) => number;

export function createCounter(now: () => number = Date.now): Counter {
  const counters = new Map<string, { count: number; endMs: number }>();
  return (request, providerId) => {
    const hash = createHash('sha256').update(`${providerId} ${request.url.href}\n`).update(request.body);
    const key = hash.digest('base64');
    const counter = counters.get(key);
    const entry = counter && counter.endMs > now() ? counter : { count: 0, endMs: now() + WINDOW_MS };
    entry.count++;
    counters.delete(key);
    counters.set(key, entry);
    const [oldest] = counters.keys();
    if (counters.size > COUNTED_INPUTS_MAX && oldest !== undefined) counters.delete(oldest);
    return entry.count;
  };
}

/** The twin's answer to a request, or the failure that the request asks for. */
export async function playTwin(twin: Twin, request: TwinRequest, counter: Counter): Promise<PlayedReply> {
  const magic = findMagic(twin.id, request.url, request.text);
  const reply = magic && applyCounting(magic, request, twin.id, counter);
  if (!reply) return encodeReply(await twin.handle(request));
  const { name } = reply;
  if (isWorded(name)) return encodeReply(twin.failures?.[name]?.(request) ?? buildCommonReply(name, reply.value));
  const right = encodeReply(await twin.handle(request));
  switch (name) {
    case 'slow':
      return { ...right, delayMs: Math.min(reply.value ?? SLOW_MS, SLOW_MS_MAX) };
    case 'blank':
      return { ...right, body: new Uint8Array() };
    case 'malformed':
      if (twin.failures?.malformed) return encodeReply(twin.failures.malformed(request));
      return { ...right, body: right.body.subarray(0, Math.floor(right.body.byteLength / 2)) };
    case 'html':
      return encodeReply({
        headers: { 'content-type': 'text/html' },
        body: '<!DOCTYPE html><title>Welcome</title><p>Hello',
      });
    default:
      return { ...right, act: name };
  }
}

type PlainFailure = Exclude<MagicName, 'rate-limit-after' | 'recovers'>;

/** Counted failures become plain ones, or nothing when it is not their turn. */
function applyCounting(
  { name, value }: Magic,
  request: TwinRequest,
  providerId: string,
  counter: Counter,
): { name: PlainFailure; value: number | undefined } | null {
  if (name === 'rate-limit-after') {
    return counter(request, providerId) > (value ?? 0) ? { name: 'rate-limit', value: undefined } : null;
  }
  if (name === 'recovers') return counter(request, providerId) <= (value ?? 1) ? { name: 'down', value } : null;
  return { name, value };
}

const commonReplies: Readonly<Record<WordedFailure, TwinReply>> = {
  'rate-limit': { status: 429, json: { error: { message: 'Too many requests', type: 'rate_limit' } } },
  'bad-key': { status: 401, json: { error: { message: 'Invalid API key', type: 'authentication_error' } } },
  quota: { status: 402, json: { error: { message: 'Insufficient credit', type: 'quota' } } },
  down: { status: 503, json: { error: { message: 'Service unavailable' } } },
  'error-in-200': { json: { error: { message: 'Internal error', type: 'server_error' } } },
  empty: { json: {} },
  'not-found': { status: 404, json: { error: { message: 'Not found' } } },
  filtered: { status: 400, json: { error: { message: 'Content declined', code: 'content_filter' } } },
  'too-long': { status: 413, json: { error: { message: 'Input too long', code: 'context_length_exceeded' } } },
  retired: { status: 410, json: { error: { message: 'No longer available' } } },
};

function isWorded(name: PlainFailure): name is WordedFailure {
  return Object.hasOwn(commonReplies, name);
}

function buildCommonReply(name: WordedFailure, value: number | undefined): TwinReply {
  const reply = commonReplies[name];
  return name === 'rate-limit' ? { ...reply, headers: { 'retry-after': String(value ?? RETRY_AFTER_SECONDS) } } : reply;
}

function encodeReply({ status = 200, headers = {}, json, body }: TwinReply): PlayedReply {
  const lower: Record<string, string> = {};
  if (json !== undefined) lower['content-type'] = 'application/json';
  for (const [name, value] of Object.entries(headers)) lower[name.toLowerCase()] = value;
  const text = json === undefined ? (body ?? '') : JSON.stringify(json);
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return { status, headers: lower, body: bytes, delayMs: 0, act: 'none' };
}

export function buildTwinRequest(sent: Omit<TwinRequest, 'text' | 'json'>): TwinRequest {
  const text = new TextDecoder().decode(sent.body);
  return { ...sent, text, json: parseJson(text) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
