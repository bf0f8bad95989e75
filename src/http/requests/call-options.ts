/** Options of a call in the headers of its request: idempotency key, price limits, the task it counts for. */
import type { IncomingHttpHeaders } from 'node:http';
import { type CallOptions, TASK_REF, TASK_REF_RULE } from '../../kernel/call/types.ts';
import type { CallTask } from '../../kernel/ports.ts';
import type { Browser } from '../../kernel/tool/browser.ts';
import { createInvalidInputError } from '../../kernel/tool/input.ts';
import { usd } from '../../lib/money.ts';
import type { Exchange } from '../exchange.ts';
import { readAcceptLanguage } from './negotiation.ts';

export function readCallOptions(exchange: Exchange): CallOptions {
  const { headers } = exchange.req;
  const { 'idempotency-key': key, 'x-max-price': maxPrice, 'x-quote': quote } = headers;
  const browser = readBrowser(headers, exchange.method);
  const { requestId, callerGone, trace } = exchange;
  const options: CallOptions = { requestId, browser, callerGone, trace };
  if (key !== undefined) options.idempotencyKey = parseIdempotencyKey(key);
  if (maxPrice !== undefined) options.maxPriceMicros = parseUsd('X-Max-Price', maxPrice);
  if (quote !== undefined) options.quote = String(quote);
  const task = readTask(headers);
  if (task) options.task = task;
  return options;
}

function readBrowser(headers: IncomingHttpHeaders, method: string): Browser {
  const { origin = null, cookie, 'user-agent': userAgent, 'if-none-match': ifNoneMatch, accept } = headers;
  const browser: Browser = { origin, acceptLanguage: readAcceptLanguage(headers) };
  if (userAgent !== undefined) browser.userAgent = userAgent;
  const proof = headers['sign-in-with-x'];
  if (proof !== undefined) browser.walletProof = String(proof);
  if (method === 'HEAD') browser.isHead = true;
  if (headers.dnt === '1' || headers['sec-gpc'] === '1') browser.optsOut = true;
  if (cookie !== undefined) browser.cookie = cookie;
  if (accept !== undefined) browser.accept = accept;
  if (ifNoneMatch !== undefined) browser.ifNoneMatch = ifNoneMatch;
  return browser;
}

function parseIdempotencyKey(header: string | string[]): string {
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw createInvalidInputError([{ path: 'Idempotency-Key', message: 'Must be 1 to 255 visible ASCII characters' }]);
}

function readTask({ 'x-task-ref': ref, 'x-max-total': maxTotal }: IncomingHttpHeaders): CallTask | undefined {
  if (ref === undefined && maxTotal === undefined) return undefined;
  if (typeof ref !== 'string' || !TASK_REF.test(ref)) {
    throw createInvalidInputError([{ path: 'X-Task-Ref', message: TASK_REF_RULE }]);
  }
  return maxTotal === undefined ? { ref } : { ref, maxTotalMicros: parseUsd('X-Max-Total', maxTotal) };
}

function parseUsd(name: string, header: string | string[]): number {
  if (typeof header === 'string' && /^\d{1,7}(\.\d{1,6})?$/.test(header)) return usd(header);
  throw createInvalidInputError([{ path: name, message: 'Must be an amount in USD such as 0.01' }]);
}
