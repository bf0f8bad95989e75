/** Jina Reader: the page in an envelope, errors in another; a page that failed is a success with a warning. */
import { readFields } from './shared/json-fields.ts';
import { buildPage, readPageAddress, readStatus } from './shared/pages.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const DAY_MS = 86_400_000;

function handle({ method, url, headers, json, nowMs }: TwinRequest): TwinReply {
  if (!/^Bearer \S+$/.test(headers.authorization ?? '')) return badKey();
  const address = readPageAddress(method === 'POST' ? readFields(json).url : url.href.slice(url.origin.length + 1));
  if (address === null) return refuse(400, 40001, 'ParamValidationError', 'Invalid URL', { path: 'url' });
  const budget = Number(headers['x-token-budget'] ?? Number.POSITIVE_INFINITY);
  const page = buildPage(address);
  const tokens = Math.ceil(page.markdown.length / 4);
  if (tokens > budget) return refuse(409, 40904, 'BudgetExceededError', `Token budget (${budget}) exceeded`);
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

function refuse(code: number, status: number, name: string, message: string, more: object = {}): TwinReply {
  return {
    status: code,
    json: { data: null, code, name, status, message, readableMessage: `${name}: ${message}`, ...more },
  };
}

const badKey = (): TwinReply => refuse(401, 40102, 'AuthenticationFailedError', 'Invalid API key');

export default defineTwin({
  id: 'jina-reader',
  handle,
  failures: {
    'rate-limit': () => ({
      ...refuse(429, 42903, 'RateLimitTriggeredError', 'Rate limit exceeded (20 times in last 60 seconds)', {
        retryAfter: 31,
        retryAfterDate: '2026-11-21T00:00:36.000Z',
      }),
      headers: { 'retry-after': '31' },
    }),
    'bad-key': badKey,
    quota: () => refuse(402, 40203, 'InsufficientBalanceError', 'Account balance not enough to run this query'),
    down: () => refuse(503, 50303, 'ServiceNodeResourceDrainError', 'The server is under heavy load'),
    'error-in-200': () => ({ ...refuse(500, 50000, 'InternalError', 'Something broke'), status: 200 }),
    empty: () => refuse(422, 42206, 'AssertionFailureError', 'No content available for URL'),
    'not-found': ({ nowMs }) =>
      wrapData(
        { title: '', description: '', url: '', content: '', warning: 'Target URL returned error 404: Not Found' },
        0,
        nowMs,
      ),
    filtered: () => refuse(451, 45102, 'SecurityCompromiseError', 'Anonymous access to domain blocked'),
    'too-long': () => refuse(409, 40904, 'BudgetExceededError', 'Token budget exceeded'),
  },
});
