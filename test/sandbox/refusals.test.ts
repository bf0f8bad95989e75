/** Twins refuse bad requests in their upstream's words, so that an adapter's mistake can't pass. */
import { describe, expect, it } from 'vitest';
import { createTwinLoader } from '../../src/sandbox/sandbox.ts';
import { buildTwinRequest } from '../../src/sandbox/shared/play.ts';

const chat = 'https://host/chat/completions';
const bearer = { authorization: 'Bearer k' };

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  json?: unknown;
}

/** Twin, address, what is sent, status, and a part of the body as it is written on the wire. */
type Row = readonly [string, string, Sent, number, string];

const says = (model: string, more: object = {}) => ({
  json: { model, messages: [{ role: 'user', content: 'a' }], ...more },
  headers: { ...bearer, 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
});
const messages = 'https://h/v1/messages';
const google = 'https://h/v1beta/models/gemini-2.5-flash-lite:generateContent';
const googleKey = { 'x-goog-api-key': 'k' };
const own = 'http://h/v1/chat/completions';

/** A stray field, a model that isn't there, a key that is missing: each upstream says it its own way. */
const chatRefusals: readonly Row[] = [
  ['mistral', chat, says('mistral-small-latest', { max_completion_tokens: 5 }), 422, 'extra_forbidden'],
  ['mistral', chat, says('mistral-small-latest', { max_tokens: -1 }), 422, 'greater than or equal to 0'],
  ['mistral', chat, says('gpt-2'), 400, '"type":"invalid_model"'],
  ['mistral', chat, { json: {} }, 401, '{"detail":"Unauthorized"}'],
  ['openai', chat, says('gpt-6-luna', { temperature: 1 }), 400, '"code":"unsupported_parameter"'],
  ['openai', chat, says('gpt-6-luna', { max_tokens: 5 }), 400, "'max_tokens' is not supported"],
  ['openai', chat, says('claude-3'), 404, '"code":"model_not_found"'],
  ['anthropic', messages, says('claude-haiku-4-5'), 400, 'max_tokens: Field required'],
  ['anthropic', messages, says('claude-haiku-4-5', { max_tokens: 5, seed: 1 }), 400, 'seed: Extra inputs'],
  ['anthropic', messages, says('claude-haiku-5-5', { max_tokens: 5, temperature: 1 }), 400, 'is deprecated for this'],
  ['anthropic', messages, says('claude-haiku-4-5', { max_tokens: 5, temperature: 2 }), 400, 'range: 0..1'],
  ['anthropic', messages, says('gpt-2', { max_tokens: 5 }), 404, '"type":"not_found_error","message":"model: gpt-2"'],
  ['anthropic', messages, { json: {}, headers: { 'x-api-key': 'k' } }, 400, 'anthropic-version: header is required'],
  ['cohere', 'https://h/v2/chat', says('command-a-03-2025', { max_completion_tokens: 5 }), 422, 'is not a valid field'],
  ['cohere', 'https://h/v2/chat', says('gpt-2'), 404, "model 'gpt-2' not found"],
  ['cohere', 'https://h/v2/chat', { json: {} }, 401, '"message":"no api key supplied"'],
  ['gemini', google, { json: { contents: [] }, headers: googleKey }, 400, '"status":"INVALID_ARGUMENT"'],
  ['gemini', google, { json: { contents: [{}], messages: [] }, headers: googleKey }, 400, 'Cannot find field'],
  ['gemini', google, { json: {} }, 403, '"status":"PERMISSION_DENIED"'],
  ['xai', 'https://h/v1/responses', says('grok-4.3', { search_parameters: {} }), 410, 'Live search is deprecated'],
  ['xai', 'https://h/v1/responses', says('grok-4.3'), 400, 'Argument not supported: messages'],
  ['xai', 'https://h/v1/responses', { json: {} }, 400, '"error":"Incorrect API key provided'],
  ['ollama', own, says('llama9'), 404, 'try pulling it first'],
  ['ollama', own, says('gemma3:4b', { reasoning_effort: 'low' }), 400, 'does not support thinking'],
  ['vllm', own, says('gpt-2'), 404, 'The model `gpt-2` does not exist.'],
  ['llamacpp', 'http://h/v1/embeddings', says('any'), 404, '"type":"not_found_error"'],
];

const rows: readonly Row[] = [
  ['open-meteo', 'https://api.open-meteo.com/v1/forecast?longitude=1', {}, 400, 'must not be empty'],
  ['open-meteo', 'https://api.open-meteo.com/v1/forecast?latitude=522.52&longitude=1', {}, 400, 'Given: 522.52.'],
  ['open-meteo', 'https://h/v1/forecast?latitude=1&longitude=1&current=tempeture_2m', {}, 400, 'invalid String value'],
  ['open-meteo', 'https://customer-api.open-meteo.com/v1/forecast?latitude=1&longitude=1', {}, 401, 'API key required'],
  ['wikipedia', 'https://en.wikipedia.org/w/api.php?action=query&list=search', {}, 200, '"error":{"code"'],
  ['wikipedia', 'https://en.wikipedia.org/api/rest_v1/page/summary/Mount%20Fuji', {}, 301, ''],
  ['wikipedia', 'https://en.wikipedia.org/api/rest_v1/page/a/b', {}, 404, 'Not found.'],
  ['frankfurter', 'https://h/v2/rate/USD/XXX', {}, 422, '"message":"invalid currency: XXX"'],
  ['frankfurter', 'https://h/v2/rate/USD/JPY?amount=2', {}, 422, 'unknown parameter: amount'],
  ['frankfurter', 'https://h/v2/latest', {}, 404, '"message":"not found"'],
  ['open-er-api', 'https://h/v6/latest/XXX', {}, 404, '"error-type":"unsupported-code"'],
  ['ipwhois', 'https://ipwho.is/192.168.1.1', {}, 200, '"success":false,"message":"Reserved range"'],
  ['ipwhois', 'https://ipwho.is/nonsense', {}, 404, '404 not found'],
  ['ipwhois', 'https://ipwho.is/8.8.8.8', { method: 'HEAD' }, 405, ''],
  ['ipapi-co', 'https://ipapi.co/10.0.0.1/json/', {}, 200, '"reason":"Reserved IP Address"'],
  ['nominatim', 'https://h/search?format=jsonv2', {}, 400, `{"error":{"code":400,"message":"Parameter 'q' missing."}}`],
  ['nominatim', 'https://h/reverse?format=jsonv2&lat=x&lon=1', {}, 400, "Parameter 'lat' must be a number."],
  ['nominatim', 'https://h/reverse?format=jsonv2&lat=0&lon=-140', {}, 200, '{"error":"Unable to geocode"}'],
  ['nominatim', 'https://h/reverse?lat=0&lon=0', {}, 200, '<searchresults/>'],
  ['photon', 'https://h/api?q=Osaka&lang=ja', {}, 400, 'Language is not supported. Supported are: default, en, de, fr'],
  ['photon', 'https://h/api?q=Osaka&x=1', {}, 400, "Unknown query parameter 'x'."],
  ['photon', 'https://h/api', {}, 400, 'q parameter is required'],
  ['photon', 'https://h/reverse?lat=1', {}, 400, 'message'],
  ['groq', chat, { json: {} }, 401, '"code":"invalid_api_key"'],
  ['groq', chat, { json: { model: 'm', messages: [] }, headers: bearer }, 400, 'minimum number of items'],
  [
    'groq',
    chat,
    { json: { model: 'm', messages: [{ role: 'user', content: 'a' }], n: 2 }, headers: bearer },
    400,
    "'n'",
  ],
  ['groq', 'https://host/models', { method: 'GET', headers: bearer }, 404, 'unknown_url'],
  ['deepseek', chat, { json: {} }, 401, '"type":"authentication_error"'],
  ['deepseek', chat, { json: { model: 'm' }, headers: bearer }, 400, 'missing field `messages`'],
  ['deepl', 'https://h/v2/translate', { json: { text: ['a'], target_lang: 'JA' }, headers: bearer }, 403, ''],
  ...chatRefusals,
  ...(['text', 'target_lang', 'source_lang'] as const).map((field) => deeplRow(field)),
  ['tavily', 'https://h/search', { json: { query: 'a' } }, 401, '{"detail":{"error":"Unauthorized'],
  ['tavily', 'https://h/search', { json: { query: 'a'.repeat(401) }, headers: bearer }, 400, 'Query is too long.'],
  ['tavily', 'https://h/search', { json: { query: 'a', search_depth: 'deep' }, headers: bearer }, 400, 'search depth'],
  ['brave', 'https://h/res/v1/web/search?q=a', {}, 422, '"loc":["header","x-subscription-token"]'],
  ['brave', 'https://h/res/v1/web/search', { headers: { 'x-subscription-token': 'k' } }, 422, '"loc":["query","q"]'],
  [
    'brave',
    'https://h/res/v1/web/search?q=a&search_lang=ja',
    { headers: { 'x-subscription-token': 'k' } },
    422,
    '"code":"VALIDATION"',
  ],
  ['serper', 'https://h/search', { json: { q: 'a' } }, 403, '{"message":"Unauthorized.","statusCode":403}'],
  ['serper', 'https://h/search', { json: {}, headers: { 'x-api-key': 'k' } }, 400, 'Missing query parameter'],
  ['searxng', 'https://h/search?format=json', {}, 400, '{"error":"No query"}'],
];

function deeplRow(field: 'text' | 'target_lang' | 'source_lang') {
  const right = { text: ['a'], target_lang: 'JA' };
  const wrong = { text: { ...right, text: 'a' }, target_lang: { ...right, target_lang: 'XX' } };
  const json = field === 'source_lang' ? { ...right, source_lang: 'EN-US' } : wrong[field];
  const sent = { json, headers: { authorization: 'DeepL-Auth-Key k' } };
  return ['deepl', 'https://h/v2/translate', sent, 400, field] as const;
}

const twins = await createTwinLoader();

describe('twins', () => {
  it.each(rows)('%s at %s with %o: %i', async (id, address, { method, headers = {}, json }, status, words) => {
    const twin = await twins(id);
    const body = new TextEncoder().encode(json === undefined ? '' : JSON.stringify(json));
    const sent = buildTwinRequest({
      method: method ?? (json === undefined ? 'GET' : 'POST'),
      url: new URL(address),
      headers,
      body,
      nowMs: Date.now(),
    });
    const reply = await twin.handle(sent);
    const text = reply.json === undefined ? String(reply.body ?? '') : JSON.stringify(reply.json);
    expect(reply.status ?? 200).toBe(status);
    expect(text).toContain(words);
  });
});
