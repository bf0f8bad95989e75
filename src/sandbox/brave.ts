/** Brave Search: web and news; errors in an envelope, a wrong key told as 422. */
import { listResults, type SandboxResult } from './shared/search-results.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const parameters = new Set(
  'q count country search_lang ui_lang offset safesearch freshness text_decorations spellcheck result_filter extra_snippets goggles units'.split(
    ' ',
  ),
);
const kinds = { '/res/v1/web/search': 20, '/res/v1/news/search': 50 } as const;

const limits = {
  'x-ratelimit-limit': '50, 0',
  'x-ratelimit-policy': '50;w=1, 0;w=2592000',
  'x-ratelimit-remaining': '49, 0',
  'x-ratelimit-reset': '1, 1419704',
};

function handle({ method, url, headers, nowMs }: TwinRequest): TwinReply {
  const kind = Object.entries(kinds).find(([path]) => path === url.pathname);
  if (!kind || method !== 'GET') return refuse(404, 'NOT_FOUND', 'Resource not found');
  if (!headers['x-subscription-token'])
    return refuseInvalid({ type: 'missing', loc: ['header', 'x-subscription-token'], msg: 'Field required' });
  const [path, countMax] = kind;
  const fault = findFault(url.searchParams, countMax);
  if (fault) return fault;
  const query = url.searchParams.get('q') ?? '';
  const results = listResults(query, Number(url.searchParams.get('count') ?? 20), nowMs, 3);
  return {
    headers: limits,
    json: path.includes('/news/') ? buildNewsReply(query, results) : buildWebReply(query, results),
  };
}

function findFault(query: URLSearchParams, countMax: number): TwinReply | undefined {
  const extra = [...query.keys()].find((name) => !parameters.has(name));
  if (extra !== undefined)
    return refuseInvalid({ type: 'extra_forbidden', loc: ['query', extra], msg: 'Extra inputs are not permitted' });
  const q = query.get('q') ?? '';
  if (q === '' || q.length > 400 || q.split(/\s+/).length > 50) {
    return refuseInvalid({
      type: 'value_error',
      loc: ['query', 'q'],
      msg: 'String should have 1 to 400 characters and at most 50 words',
    });
  }
  const count = Number(query.get('count') ?? 10);
  if (!(count >= 1 && count <= countMax))
    return refuseInvalid({ type: 'less_than_equal', loc: ['query', 'count'], msg: 'Input is out of range' });
  if (!/^([A-Z]{2}|ALL)$/.test(query.get('country') ?? 'US')) {
    return refuseInvalid({ type: 'enum', loc: ['query', 'country'], msg: 'Input should be a country code' });
  }
  const languages =
    'ar bg bn ca cs da de en es et eu fi fr gl gu he hi hr hu is it jp kn ko lt lv ml mr ms nb nl pa pl';
  const more = 'pt-br pt-pt ro ru sk sl sr sv ta te th tr uk vi zh-hans zh-hant';
  if (!`${languages} ${more}`.split(' ').includes(query.get('search_lang') ?? 'en')) {
    return refuseInvalid({ type: 'enum', loc: ['query', 'search_lang'], msg: 'Input should be a language code' });
  }
  if (!/^(p[dwmy]|\d{4}-\d\d-\d\dto\d{4}-\d\d-\d\d)$/.test(query.get('freshness') ?? 'pd')) {
    return refuseInvalid({ type: 'value_error', loc: ['query', 'freshness'], msg: 'Input is no time span' });
  }
  return undefined;
}

const buildQuery = (query: string) => ({
  original: query,
  spellcheck_off: false,
  show_strict_warning: false,
  more_results_available: true,
  country: 'us',
  is_navigational: false,
  is_news_breaking: false,
});

const formatWithoutZone = (time: Date): string => time.toISOString().slice(0, 19);

const buildSite = ({ host, url }: SandboxResult) => ({
  scheme: 'https',
  netloc: host,
  hostname: host,
  favicon: 'https://imgs.search.brave.com/icon',
  path: `› ${new URL(url).pathname.slice(1)}`,
});

/** The engine's own spelling of an address: a slash at the end, and a parameter that counts visits. */
const respellUrl = (url: string, rank: number): string =>
  rank === 0 ? `${url}/` : rank === 1 ? `${url}?utm_source=search` : url;

/** Without anything found there is no `web`. */
const buildWebReply = (query: string, sandboxResults: readonly SandboxResult[]) => ({
  type: 'search',
  query: buildQuery(query),
  mixed: {
    type: 'mixed',
    main: sandboxResults.map((_, index) => ({ type: 'web', index, all: false })),
    top: [],
    side: [],
  },
  ...(sandboxResults.length === 0
    ? {}
    : { web: { type: 'search', family_friendly: true, results: sandboxResults.map(buildWebResult) } }),
});

const buildWebResult = (sandboxResult: SandboxResult, rank: number) => ({
  type: 'search_result',
  subtype: 'generic',
  title: sandboxResult.title,
  url: respellUrl(sandboxResult.url, rank),
  description: sandboxResult.says,
  is_source_local: false,
  is_source_both: false,
  ...(rank % 2 === 0
    ? { page_age: formatWithoutZone(sandboxResult.publishedAt), age: `${sandboxResult.daysOld} days ago` }
    : {}),
  language: 'en',
  family_friendly: true,
  profile: { name: sandboxResult.host, url: `https://${sandboxResult.host}/`, long_name: sandboxResult.host, img: '' },
  meta_url: buildSite(sandboxResult),
});

const buildNewsReply = (query: string, sandboxResults: readonly SandboxResult[]) => ({
  type: 'news',
  query: buildQuery(query),
  results: sandboxResults.map((one) => ({
    type: 'news_result',
    url: one.url,
    title: one.title,
    description: one.says,
    age: `${one.daysOld} days ago`,
    page_age: formatWithoutZone(one.publishedAt),
    meta_url: buildSite(one),
    thumbnail: { src: 'https://imgs.search.brave.com/small', original: `https://${one.host}/picture.png` },
  })),
});

function refuse(status: number, code: string, detail: string, meta: object = {}): TwinReply {
  const id = '6f9b1c0e-0000-4000-8000-000000000000';
  return { status, json: { type: 'ErrorResponse', error: { id, status, code, detail, meta }, time: 1_795_219_205 } };
}

const refuseInvalid = (fault: { type: string; loc: [where: string, name: string]; msg: string }): TwinReply =>
  refuse(422, 'VALIDATION', 'Unable to validate request parameter(s)', {
    errors: [{ ...fault, input: null }],
  });

const refuseLimited = (code: string, detail: string): TwinReply => ({
  ...refuse(429, code, detail, { plan: 'Search', rate_limit: 50, rate_current: 50, component: 'rate_limiter' }),
  headers: { ...limits, 'x-ratelimit-remaining': '0, 0' },
});

export default defineTwin({
  id: 'brave',
  handle,
  failures: {
    'rate-limit': () => refuseLimited('RATE_LIMITED', 'Request rate limit exceeded for plan'),
    'bad-key': () =>
      refuse(422, 'SUBSCRIPTION_TOKEN_INVALID', 'The provided subscription token is invalid.', {
        component: 'authentication',
      }),
    quota: () => refuseLimited('QUOTA_LIMITED', 'Request quota limit exceeded for plan.'),
    down: () => refuse(503, 'SERVICE_UNAVAILABLE', 'Service unavailable'),
    'error-in-200': () => ({ ...refuse(500, 'INTERNAL', 'Internal error'), status: 200 }),
    empty: ({ url }) => ({
      headers: limits,
      json: url.pathname.includes('/news/')
        ? buildNewsReply('', [])
        : buildWebReply(url.searchParams.get('q') ?? '', []),
    }),
  },
});
