/** Jina Reader: the page in an envelope, errors in another; a page that failed is a success with a warning. */

import { DAY_MS } from '../lib/durations.ts';
import { readFields } from './shared/json-fields.ts';
import { buildPage, readPageAddress, readStatus } from './shared/pages.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

function handle({ method, url, headers, json, nowMs }: TwinRequest): TwinReply {
  if (!/^Bearer \S+$/.test(headers.authorization ?? '')) return badKey();
  const address = readPageAddress(method === 'POST' ? readFields(json).url : url.href.slice(url.origin.length + 1));
  if (address === null) return refuse('ParamValidationError', 'Invalid URL', { path: 'url' });
  const budget = Number(headers['x-token-budget'] ?? Number.POSITIVE_INFINITY);
  const page = buildPage(address);
  const tokens = Math.ceil(page.markdown.length / 4);
  if (tokens > budget) return refuse('BudgetExceededError', `Token budget (${budget}) exceeded`);
  const status = readStatus(address);
  const warning =
    status === 200 ? {} : { warning: `Target URL returned error ${status}: ${status === 404 ? 'Not Found' : 'Error'}` };
  const content = headers['x-respond-with'] === 'html' ? { html: page.html } : { content: page.markdown };
  return wrapData(
    { title: page.title, description: page.description, url: page.url, ...content, ...warning },
    tokens,
    nowMs,
  );
}

const wrapData = (data: object, tokens: number, nowMs: number): TwinReply => ({
  json: {
    code: 200,
    status: 20_000,
    data: {
      ...data,
      publishedTime: new Date(nowMs - (nowMs % DAY_MS)).toUTCString(),
      metadata: { lang: 'en', viewport: 'width=device-width, initial-scale=1' },
      external: {},
      usage: { tokens },
    },
    meta: { usage: { tokens } },
  },
});

/** Behind the HTTP status two digits of its own. */
const STATUSES = {
  ParamValidationError: 40_001,
  BudgetExceededError: 40_904,
  AuthenticationFailedError: 40_102,
  RateLimitTriggeredError: 42_903,
  InsufficientBalanceError: 40_203,
  ServiceNodeResourceDrainError: 50_303,
  InternalError: 50_000,
  AssertionFailureError: 42_206,
  SecurityCompromiseError: 45_102,
} as const;

function refuse(name: keyof typeof STATUSES, message: string, more: object = {}): TwinReply {
  const status = STATUSES[name];
  const code = Math.floor(status / 100);
  return {
    status: code,
    json: { data: null, code, name, status, message, readableMessage: `${name}: ${message}`, ...more },
  };
}

const badKey = (): TwinReply => refuse('AuthenticationFailedError', 'Invalid API key');

export default defineTwin({
  id: 'jina-reader',
  handle,
  failures: {
    'rate-limit': () => ({
      ...refuse('RateLimitTriggeredError', 'Rate limit exceeded (20 times in last 60 seconds)', {
        retryAfter: 31,
        retryAfterDate: '2026-11-21T00:00:36.000Z',
      }),
      headers: { 'retry-after': '31' },
    }),
    'bad-key': badKey,
    quota: () => refuse('InsufficientBalanceError', 'Account balance not enough to run this query'),
    down: () => refuse('ServiceNodeResourceDrainError', 'The server is under heavy load'),
    'error-in-200': () => ({ ...refuse('InternalError', 'Something broke'), status: 200 }),
    empty: () => refuse('AssertionFailureError', 'No content available for URL'),
    'not-found': ({ nowMs }) =>
      wrapData(
        { title: '', description: '', url: '', content: '', warning: 'Target URL returned error 404: Not Found' },
        0,
        nowMs,
      ),
    filtered: () => refuse('SecurityCompromiseError', 'Anonymous access to domain blocked'),
    'too-long': () => refuse('BudgetExceededError', 'Token budget exceeded'),
  },
});
