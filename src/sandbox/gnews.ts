/** GNews: headlines and search; errors in a list or by field. */
import { type Headline, listHeadlines } from './shared/headlines.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const categories = new Set('general world nation business technology entertainment sports science health'.split(' '));
const countries = new Set(
  'ar au at bd be bw br bg ca cl cn co cu cz eg ee et fi fr de gh gr hk hu in id ie il it jp ke lv lb lt my mx ma na nl nz ng no pk pe ph pl pt ro ru sa sn sg sk si za kr es se ch tw tz th tr ug ua ae gb us ve vn zw'.split(
    ' ',
  ),
);

function handle({ method, url, nowMs }: TwinRequest): TwinReply {
  const query = url.searchParams;
  const mode = { '/api/v4/top-headlines': 'headlines', '/api/v4/search': 'search' }[url.pathname];
  if (method !== 'GET' || !mode) return { status: 404, json: { errors: ['The requested endpoint was not found.'] } };
  if (!query.get('apikey')) return refuse(401, 'You did not provide an API key.');
  const [q, country, category, language] = ['q', 'country', 'category', 'lang'].map((name) => query.get(name));
  if (mode === 'search' && !q) return refuseUnfit('q', 'The query is required.');
  if (country && !countries.has(country)) return refuseUnfit('country', 'The country is not supported.');
  if (language && !/^[a-z]{2}$/.test(language)) return refuseUnfit('lang', 'The language is not supported.');
  if (category && !categories.has(category)) return refuseUnfit('category', 'The category does not exist.');
  if (/(^|\s)[^\s"]*[^\s"\p{L}\p{N}][^\s"]*(\s|$)/u.test((q ?? '').replace(/"[^"]*"/g, ''))) {
    return refuseUnfit('q', 'The query has a syntax error.');
  }
  const count = Number(query.get('max') ?? 10);
  if (!(count >= 1 && count <= 100)) return refuseUnfit('max', 'The value must be between 1 and 100.');
  const filter = { query: q?.replaceAll('"', ''), country, category, language, count };
  return buildNewsReply(listHeadlines({ ...filter, nowMs }), 54_904);
}

function buildNewsReply(headlines: readonly Headline[], total: number): TwinReply {
  const articles = headlines.map(({ title, description, url, source, host, publishedAt }, rank) => ({
    title,
    description,
    content: `${description}… [1419 chars]`,
    url,
    image: `https://${host}/images/${rank}.jpg`,
    publishedAt,
    source: { name: source, url: `https://${host}` },
  }));
  return { json: { totalArticles: articles.length === 0 ? 0 : total, articles } };
}

const refuse = (status: number, message: string): TwinReply => ({ status, json: { errors: [message] } });
const refuseUnfit = (field: string, message: string): TwinReply => ({
  status: 400,
  json: { errors: { [field]: message } },
});

export default defineTwin({
  id: 'gnews',
  handle,
  failures: {
    'rate-limit': () => refuse(429, 'You have made too many requests in a short period of time.'),
    'bad-key': () => refuse(401, 'Your API key is invalid.'),
    quota: () =>
      refuse(403, 'You have reached your request limit for today, the next reset will be tomorrow at midnight UTC.'),
    down: () => refuse(503, 'The service is temporarily offline for maintenance.'),
    'error-in-200': () => refuse(200, 'Something went wrong.'),
    empty: () => buildNewsReply([], 0),
    'not-found': () => refuseUnfit('q', 'The query has a syntax error.'),
  },
});
