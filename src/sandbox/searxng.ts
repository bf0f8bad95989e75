/** SearXNG: results of several engines in one list; without JSON allowed it answers 403 with a page. */
import { listResults, type SandboxResult } from './shared/search-results.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

function handle({ url, nowMs }: TwinRequest): TwinReply {
  if (url.pathname !== '/search') return { status: 404, body: '<!DOCTYPE html><title>Page not found</title>' };
  const query = url.searchParams;
  if (query.get('format') !== 'json') return { headers: html, body: '<!DOCTYPE html><title>SearXNG</title>' };
  const q = query.get('q') ?? '';
  if (q.trim() === '') return refuse(400, 'No query');
  const category = query.get('categories') ?? 'general';
  if (!['general', 'news', 'images'].includes(category)) return refuse(400, 'Invalid category');
  if (!['day', 'week', 'month', 'year'].includes(query.get('time_range') ?? 'day')) {
    return refuse(400, 'Invalid value for parameter time_range');
  }
  return { json: buildAnswer(q, listResults(q, 10, nowMs, 1).map(buildItem(category))) };
}

const html = { 'content-type': 'text/html; charset=utf-8' };

const buildItem =
  (category: string) =>
  ({ title, url, says, publishedAt, host }: SandboxResult, rank: number) => ({
    url,
    title,
    content: says,
    engine: 'duckduckgo',
    engines: ['duckduckgo', 'brave'],
    positions: [rank + 1, rank + 2],
    parsed_url: ['https', host, new URL(url).pathname, '', '', ''],
    template: category === 'images' ? 'images.html' : 'default.html',
    category,
    score: 2 / (rank + 1),
    img_src: category === 'images' ? `https://${host}/picture.png` : '',
    thumbnail_src: category === 'images' ? `https://${host}/small.png` : '',
    iframe_src: '',
    thumbnail: '',
    publishedDate: category === 'news' ? publishedAt.toISOString().slice(0, 19) : null,
  });

const buildAnswer = (query: string, results: readonly object[], unresponsive: readonly string[][] = []) => ({
  query,
  results,
  answers: [],
  corrections: [],
  infoboxes: [],
  suggestions: [],
  unresponsive_engines: unresponsive,
});

const refuse = (status: number, error: string): TwinReply => ({ status, json: { error } });

export default defineTwin({
  id: 'searxng',
  handle,
  failures: {
    'rate-limit': () => ({ status: 429, headers: { 'content-type': 'text/plain' }, body: 'Too Many Requests' }),
    'bad-key': () => ({ status: 403, headers: html, body: '<!DOCTYPE html><title>403 Forbidden</title>' }),
    down: () => refuse(500, 'search error'),
    'error-in-200': () => refuse(200, 'search error'),
    empty: ({ url }) => ({ json: buildAnswer(url.searchParams.get('q') ?? '', []) }),
    // Nothing found because no engine answered is another thing than nothing found.
    quota: ({ url }) => ({
      json: buildAnswer(url.searchParams.get('q') ?? '', [], [['google', 'Suspended: CAPTCHA']]),
    }),
  },
});
