/** Firecrawl v2: scrape, crawl and map; a page that failed is a success whose metadata says so. */
import { readFields } from './shared/json-fields.ts';
import { buildPage, listSitePages, readPageAddress, readStatus } from './shared/pages.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

function handle({ method, url, headers, json }: TwinRequest): TwinReply {
  if (!/^Bearer \S+$/.test(headers.authorization ?? '')) return badKey();
  const job = /^\/v2\/crawl\/([\w-]+)$/.exec(url.pathname)?.[1];
  if (job !== undefined)
    return method === 'DELETE' ? { json: { success: true, status: 'cancelled' } } : answerCrawl(job);
  const verb = /^\/v2\/(scrape|crawl|map)$/.exec(url.pathname)?.[1];
  if (method !== 'POST' || !verb) return refuse(404, `Cannot ${method} ${url.pathname}`);
  const body = readFields(json);
  const address = readPageAddress(body.url);
  if (address === null) return refuseInvalid('Invalid URL');
  const formats = readFormats(verb === 'crawl' ? readFields(body.scrapeOptions).formats : body.formats);
  if (!formats) return refuseInvalid('Invalid input: formats');
  if (Number(body.waitFor ?? 0) > Number(body.timeout ?? 60_000) / 2)
    return refuseInvalid('waitFor must be at most half of timeout');
  if (verb === 'scrape') return { json: { success: true, data: buildScrapedPage(address, formats) } };
  if (!(Number(body.limit) >= 1)) return refuse(402, outOfCredit);
  if (verb === 'map') return buildMap(address, Number(body.limit));
  const id = Buffer.from(JSON.stringify([address, Number(body.limit), formats])).toString('base64url');
  return { json: { success: true, id, url: `https://api.firecrawl.dev/v2/crawl/${id}` } };
}

/** Names of the formats, or null when one is unknown. */
function readFormats(formats: unknown = ['markdown']): string[] | null {
  if (!Array.isArray(formats)) return null;
  const names = formats.map((format: unknown) =>
    typeof format === 'string' ? format : String(readFields(format).type),
  );
  const isKnown = names.every((name) => ['markdown', 'html', 'json', 'links', 'summary'].includes(name));
  // JSON needs to be told what to look for.
  return isKnown && !formats.includes('json') ? names : null;
}

function buildScrapedPage(address: string, formats: readonly string[]): object {
  const page = buildPage(address);
  return {
    ...(formats.includes('markdown') ? { markdown: page.markdown } : {}),
    ...(formats.includes('html') ? { html: page.html } : {}),
    ...(formats.includes('json') ? { json: { title: page.title, products: [{ name: 'Tea', price: 3.5 }] } } : {}),
    metadata: {
      title: page.title,
      description: page.description,
      language: 'en',
      sourceURL: address,
      url: page.url,
      statusCode: readStatus(address),
      contentType: 'text/html',
      creditsUsed: formats.includes('json') ? 5 : 1,
    },
  };
}

function answerCrawl(job: string): TwinReply {
  try {
    const [address, limit, formats]: [string, number, string[]] = JSON.parse(Buffer.from(job, 'base64url').toString());
    const data = listSitePages(address, limit).map((one) => buildScrapedPage(one, formats));
    return { json: buildCrawl(data) };
  } catch {
    return refuse(404, 'Job not found');
  }
}

const buildCrawl = (data: readonly object[]) => ({
  success: true,
  status: 'completed',
  total: data.length,
  completed: data.length,
  creditsUsed: data.length,
  createdAt: '2026-11-21T00:00:00.000Z',
  completedAt: '2026-11-21T00:01:10.000Z',
  duration: 70,
  expiresAt: '2026-11-22T00:00:00.000Z',
  data,
});

const buildMap = (address: string, limit: number): TwinReply => ({
  json: {
    success: true,
    links: listSitePages(address, limit).map((url, at) =>
      at % 2 === 0 ? { url, title: buildPage(url).title } : { url },
    ),
  },
});

const refuse = (status: number, error: string, more: object = {}): TwinReply => ({
  status,
  json: { success: false, error, ...more },
});

const refuseInvalid = (message: string): TwinReply =>
  refuse(400, 'Bad Request', { code: 'BAD_REQUEST', details: [{ code: 'custom', message, path: [] }] });

const badKey = (): TwinReply => refuse(401, 'Unauthorized: Invalid token');

const outOfCredit =
  'Insufficient credits to perform this request. For more credits, you can upgrade your plan at https://firecrawl.dev/pricing or try changing the request limit to a lower value.';

export default defineTwin({
  id: 'firecrawl',
  handle,
  failures: {
    'rate-limit': () => ({
      ...refuse(429, 'Rate limit exceeded. Consumed (req/min): 11, Remaining (req/min): 0. Please retry after 42s.'),
      headers: { 'retry-after': '42' },
    }),
    'bad-key': badKey,
    quota: () => refuse(402, outOfCredit),
    down: () => refuse(502, 'Bad gateway'),
    'error-in-200': () => refuse(200, 'Something went wrong', { code: 'UNKNOWN_ERROR' }),
    empty: ({ method, url }) => {
      if (url.pathname.endsWith('/map')) return { json: { success: true, links: [] } };
      if (method === 'GET') return { json: buildCrawl([]) };
      if (url.pathname.endsWith('/crawl')) return { json: { success: true, id: 'none', url: '' } };
      return { json: { success: true, data: { markdown: '', html: '', metadata: { statusCode: 200 } } } };
    },
    'not-found': () => ({ json: { success: true, data: { markdown: 'Not found', metadata: { statusCode: 404 } } } }),
    filtered: () => refuse(403, 'This website is not supported'),
  },
});
