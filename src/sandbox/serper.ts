/** Serper: search, news and images; a wrong key is 403, spent credit a 400 in words. */
import { readFields } from './shared/json-fields.ts';
import { findTopic, listResults, type SandboxResult } from './shared/search-results.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const fields = new Set(['q', 'num', 'gl', 'hl', 'location', 'page', 'tbs', 'autocorrect']);

function handle({ method, url, headers, json, nowMs }: TwinRequest): TwinReply {
  if (!headers['x-api-key']) return refuseUnauthorized();
  const type = /^\/(search|news|images)$/.exec(url.pathname)?.[1];
  if (!type || method !== 'POST') return refuse(404, 'Not found.');
  const body = readFields(json);
  if (typeof body.q !== 'string' || body.q.trim() === '') return refuse(400, 'Missing query parameter');
  if (Object.keys(body).some((name) => !fields.has(name))) return refuse(400, 'Unknown parameter');
  const num = Number(body.num ?? 10);
  if (![10, 20, 30, 40, 50, 100].includes(num)) return refuse(400, 'Invalid num');
  const results = listResults(body.q, num, nowMs);
  return { json: { ...buildHead(body, type, num), ...buildBlocks(type, body.q, results), credits: num > 10 ? 2 : 1 } };
}

const buildHead = ({ q, gl = 'us', hl = 'en' }: Readonly<Record<string, unknown>>, type: string, num: number) => ({
  searchParameters: { q, gl, hl, num, type, engine: 'google' },
});

function buildBlocks(type: string, query: string, sandboxResults: readonly SandboxResult[]): object {
  if (type === 'news') return { news: sandboxResults.map(buildNewsItem) };
  if (type === 'images') return { images: sandboxResults.map(buildImageItem) };
  return {
    ...(/^(what|who|where|how|why|when) /i.test(query)
      ? {
          answerBox: { snippet: `In the sandbox, ${findTopic(query)} is what you asked for.`, title: findTopic(query) },
        }
      : {}),
    organic: sandboxResults.map(buildOrganicItem),
    relatedSearches: [{ query: `${findTopic(query)} explained` }],
  };
}

const formatDay = (day: Date): string =>
  day.toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  });

const buildOrganicItem = ({ title, url, says, publishedAt }: SandboxResult, rank: number) => ({
  title,
  link: url,
  snippet: says,
  ...(rank % 2 === 1 ? { date: formatDay(publishedAt) } : {}),
  position: rank + 1,
});

const buildNewsItem = ({ title, url, says, publishedAt, host }: SandboxResult, rank: number) => ({
  title,
  link: url,
  snippet: says,
  date: formatDay(publishedAt),
  source: host,
  imageUrl: `https://${host}/picture.png`,
  position: rank + 1,
});

const buildImageItem = ({ title, url, host }: SandboxResult, rank: number) => ({
  title,
  imageUrl: `https://${host}/picture.png`,
  imageWidth: 1200,
  imageHeight: 800,
  thumbnailUrl: `https://${host}/small.png`,
  thumbnailWidth: 275,
  thumbnailHeight: 183,
  source: host,
  domain: host,
  link: url,
  position: rank + 1,
});

const refuse = (status: number, message: string): TwinReply => ({ status, json: { message, statusCode: status } });

const refuseUnauthorized = (): TwinReply => refuse(403, 'Unauthorized.');

export default defineTwin({
  id: 'serper',
  handle,
  failures: {
    'rate-limit': () => ({ ...refuse(429, 'Too many requests'), headers: { 'retry-after': '30' } }),
    'bad-key': refuseUnauthorized,
    quota: () => refuse(400, 'Not enough credits'),
    down: () => refuse(503, 'Service unavailable'),
    'error-in-200': () => ({ ...refuse(500, 'Internal server error'), status: 200 }),
    empty: ({ url, json }) => {
      const type = url.pathname.slice(1);
      const none = type === 'search' ? { organic: [] } : { [type]: [] };
      return { json: { ...buildHead(readFields(json), type, 10), ...none, credits: 1 } };
    },
  },
});
