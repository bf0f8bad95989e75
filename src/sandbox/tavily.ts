/** Tavily: search results made from the words of the query. */
import { readFields } from './shared/json-fields.ts';
import { findTopic, listResults } from './shared/search-results.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

function handle({ method, url, headers, json, nowMs }: TwinRequest): TwinReply {
  if (!/^Bearer \S+$/.test(headers.authorization ?? '')) return badKey();
  if (method !== 'POST' || url.pathname !== '/search') return { status: 404, json: { detail: 'Not Found' } };
  const body = readFields(json);
  const query = typeof body.query === 'string' ? body.query.trim() : '';
  if (query === '') return refuse(400, 'Query is missing.');
  if (query.length > 400) return refuse(400, 'Query is too long. Max query length is 400 characters.');
  const depth = String(body.search_depth ?? 'basic');
  if (!['basic', 'advanced', 'fast', 'ultra-fast'].includes(depth)) return refuse(400, 'Invalid search depth.');
  const count = Math.min(20, Math.max(0, Number(body.max_results ?? 5)));
  const results = listResults(query, count, nowMs).map(({ title, url, says }, rank) => ({
    title,
    url,
    content: says,
    score: Number((0.95 - rank * 0.07).toFixed(8)),
    raw_content: null,
  }));
  const credits = depth === 'advanced' ? 2 : 1;
  return buildReply(
    query,
    results,
    body.include_answer ? writeAnswer(findTopic(query)) : null,
    body.include_usage ? credits : undefined,
  );
}

function buildReply(query: string, results: unknown[], answer: string | null, credits: number | undefined): TwinReply {
  return {
    json: {
      query,
      follow_up_questions: null,
      answer,
      images: [],
      results,
      response_time: 1.67,
      ...(credits === undefined ? {} : { usage: { credits } }),
      request_id: '123e4567-e89b-12d3-a456-426614174111',
    },
  };
}

const writeAnswer = (topic: string): string =>
  `In the sandbox, ${topic} is described by every page that was found. A live key answers from the real ones.`;

const refuse = (status: number, error: string): TwinReply => ({ status, json: { detail: { error } } });

const badKey = (): TwinReply => refuse(401, 'Unauthorized: missing or invalid API key.');

export default defineTwin({
  id: 'tavily',
  handle,
  failures: {
    'rate-limit': () => ({
      ...refuse(429, 'Your request has been blocked due to excessive requests. Please reduce rate of requests.'),
      headers: { 'retry-after': '30' },
    }),
    'bad-key': badKey,
    quota: () => refuse(432, "This request exceeds your plan's set usage limit. Please upgrade your plan."),
    down: () => refuse(500, 'Internal Server Error'),
    'error-in-200': () => refuse(200, 'Internal Server Error'),
    empty: ({ json }) => buildReply(String(readFields(json).query), [], null, 1),
    'too-long': () => refuse(400, 'Query is too long. Max query length is 400 characters.'),
  },
});
