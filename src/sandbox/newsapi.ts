/** NewsAPI: headlines of the United States, and a search. */
import { type Headline, listHeadlines } from './shared/headlines.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const categories = new Set('business entertainment general health science sports technology'.split(' '));
const languages = new Set('ar de en es fr he it nl no pt ru sv ud zh'.split(' '));

function handle({ method, url, headers, nowMs }: TwinRequest): TwinReply {
  const query = url.searchParams;
  const mode = { '/v2/top-headlines': 'headlines', '/v2/everything': 'search' }[url.pathname];
  if (method !== 'GET' || !mode) return refuse(404, 'notFound', 'The requested resource was not found.');
  if (!(headers['x-api-key'] ?? query.get('apiKey'))) {
    return refuse(401, 'apiKeyMissing', 'Your API key is missing. Append this to the URL with the apiKey param.');
  }
  const [q, country, category, language] = ['q', 'country', 'category', 'language'].map((name) => query.get(name));
  if ((q ?? '').length > 500) return refuse(400, 'queryTooLong', 'The q param must not be longer than 500 characters.');
  const pageSize = Number(query.get('pageSize') ?? (mode === 'headlines' ? 20 : 100));
  if (!(pageSize >= 1 && pageSize <= 100)) return refuse(400, 'parameterInvalid', 'The pageSize param is invalid.');
  if (mode === 'search') {
    if (!q) return refuse(400, 'parametersMissing', 'Required parameters are missing, the scope is too broad.');
    if (country || category) return refuse(400, 'parameterInvalid', 'There is no such parameter here.');
    if (language && !languages.has(language)) return refuse(400, 'parameterInvalid', 'The language is not supported.');
    return buildNewsReply(listHeadlines({ query: q, language, count: pageSize, nowMs }), 1204);
  }
  if (!q && !country && !category && !query.get('sources')) {
    return refuse(400, 'parametersMissing', 'Required parameters are missing: sources, q, country, category.');
  }
  if (category && !categories.has(category)) return refuse(400, 'parameterInvalid', 'The category is not supported.');
  const hasCountry = !country || country === 'us';
  const count = Math.min(pageSize, 38);
  return buildNewsReply(hasCountry ? listHeadlines({ query: q, country, category, count, nowMs }) : [], 38);
}

function buildNewsReply(headlines: readonly Headline[], total: number): TwinReply {
  const articles = headlines.map(({ title, description, url, source, host, publishedAt }, rank) => ({
    source: { id: null, name: source },
    author: rank % 2 === 0 ? 'Sandbox Desk' : null,
    title,
    description,
    url,
    urlToImage: rank % 3 === 0 ? `https://${host}/images/${rank}.jpg` : null,
    publishedAt,
    content: `${description}… [+1234 chars]`,
  }));
  return { json: { status: 'ok', totalResults: articles.length === 0 ? 0 : total, articles } };
}

const refuse = (status: number, code: string, message: string): TwinReply => ({
  status,
  json: { status: 'error', code, message },
});

export default defineTwin({
  id: 'newsapi',
  handle,
  failures: {
    'rate-limit': () => refuse(429, 'rateLimited', 'You have made too many requests recently.'),
    'bad-key': () => refuse(401, 'apiKeyInvalid', 'Your API key is invalid or incorrect. Check your key.'),
    quota: () => refuse(401, 'apiKeyExhausted', 'Your API key has no more requests available.'),
    retired: () => refuse(426, 'maximumResultsReached', 'You have requested too many results.'),
    down: () => refuse(500, 'unexpectedError', 'This shouldn’t happen.'),
    'error-in-200': () => refuse(200, 'unexpectedError', 'This shouldn’t happen.'),
    empty: () => buildNewsReply([], 0),
    'not-found': () => ({
      json: {
        status: 'ok',
        totalResults: 1,
        articles: [{ source: { id: null, name: '[Removed]' }, title: '[Removed]', url: 'https://removed.com' }],
      },
    }),
  },
});
