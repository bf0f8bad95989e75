/** Groq: chat completions in the OpenAI style, with Groq's own extras and errors. */
import { readFields } from './shared/json-fields.ts';
import { countTokens, cutToTokens, parseChatBody, writeAnswer } from './shared/model.ts';
import { answerTranscription } from './shared/openai-other.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const THINKING_TOKENS = 12;

/** Fields that Groq documents; others are refused here so that a stray one is noticed. */
const fields = new Set(
  'model messages max_completion_tokens max_tokens temperature top_p seed stop stream reasoning_effort include_reasoning reasoning_format response_format tools tool_choice service_tier'.split(
    ' ',
  ),
);

function handle(request: TwinRequest): TwinReply | Promise<TwinReply> {
  const { method, url, headers, json } = request;
  if (!/^Bearer \S+$/.test(headers.authorization ?? '')) return badKey();
  if (method === 'POST' && url.pathname.endsWith('/audio/transcriptions')) return answerTranscription(request);
  if (method !== 'POST' || !url.pathname.endsWith('/chat/completions')) {
    return refuse(404, `Unknown request URL: ${method} ${url.pathname}.`, 'invalid_request_error', 'unknown_url');
  }
  const body = parseChatBody(json);
  const stray = Object.keys(readFields(json)).find((field) => !fields.has(field));
  if (!body || stray !== undefined) {
    const what =
      stray === undefined ? "'messages' : minimum number of items is 1" : `property '${stray}' is unsupported`;
    return refuse(400, what, 'invalid_request_error', '');
  }
  const loose = findLooseObject(readFields(readFields(readFields(json).response_format).json_schema).schema);
  if (loose !== undefined) {
    return refuse(400, `invalid JSON schema for response_format: '${loose}'`, 'invalid_request_error', '');
  }
  const { max_completion_tokens: tokensMax, max_tokens: deprecated } = readFields(json);
  const budget = Number(tokensMax ?? deprecated ?? 1024);
  if (!(budget >= 1)) return refuse(400, '`max_completion_tokens` must be at least 1', 'invalid_request_error', '');
  return {
    headers: limits,
    json: buildCompletion(body.model, writeAnswer(body), budget, countTokens(JSON.stringify(body.messages))),
  };
}

/** What is wrong with a strict schema: every property has to be required, and no others allowed. */
function findLooseObject(schema: unknown): string | undefined {
  const { type, properties, items, required, additionalProperties } = readFields(schema);
  if (type === 'object') {
    const names = Object.keys(readFields(properties));
    if (additionalProperties !== false) return '`additionalProperties:false` must be set on every object';
    if (!Array.isArray(required) || names.some((name) => !required.includes(name))) return '`required` is incomplete';
  }
  for (const member of [...Object.values(readFields(properties)), items]) {
    const inside = member === undefined ? undefined : findLooseObject(member);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

const limits = {
  'x-ratelimit-limit-requests': '1000',
  'x-ratelimit-remaining-requests': '999',
  'x-ratelimit-reset-requests': '1m26.4s',
  'x-ratelimit-limit-tokens': '250000',
  'x-ratelimit-remaining-tokens': '249000',
  'x-ratelimit-reset-tokens': '240ms',
};

/** Thinking comes first, out of the same budget. */
function buildCompletion(model: string, text: string, budget: number, promptTokens: number, finish = 'stop'): unknown {
  const { text: content, cut } = cutToTokens(text, Math.max(0, budget - THINKING_TOKENS));
  const completionTokens = Math.min(budget, THINKING_TOKENS + (content === '' ? 0 : countTokens(content)));
  return {
    id: 'chatcmpl-f51b2cd2-bef7-417e-964e-a08f0b513c22',
    object: 'chat.completion',
    created: 1_795_219_200,
    model,
    choices: [
      { index: 0, message: { role: 'assistant', content }, logprobs: null, finish_reason: cut ? 'length' : finish },
    ],
    usage: {
      queue_time: 0.0375,
      prompt_tokens: promptTokens,
      prompt_time: 0.0007,
      completion_tokens: completionTokens,
      completion_time: 0.0641,
      total_tokens: promptTokens + completionTokens,
      total_time: 0.0648,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: Math.min(budget, THINKING_TOKENS) },
    },
    usage_breakdown: null,
    system_fingerprint: 'fp_179b0f92c9',
    x_groq: { id: 'req_01jbd6g2qdfw2adyrt2az8hz4w' },
    service_tier: 'on_demand',
  };
}

const refuse = (status: number, message: string, type: string, code: string): TwinReply => ({
  status,
  json: { error: { message, type, code } },
});

const badKey = (): TwinReply => refuse(401, 'Invalid API Key', 'invalid_request_error', 'invalid_api_key');

const tooFast =
  'Rate limit reached for model `openai/gpt-oss-20b` in organization `org_01` service tier `on_demand` on tokens per minute (TPM): Limit 8000, Used 7100, Requested 1443. Please try again in 30s.';

export default defineTwin({
  id: 'groq',
  handle,
  failures: {
    'rate-limit': () => ({
      ...refuse(429, tooFast, 'tokens', 'rate_limit_exceeded'),
      headers: { ...limits, 'x-ratelimit-remaining-tokens': '0', 'retry-after': '30' },
    }),
    'bad-key': badKey,
    down: () => refuse(503, 'Service unavailable', 'internal_server_error', ''),
    empty: () => ({ json: buildCompletion('openai/gpt-oss-20b', '', 500, 18) }),
    'too-long': () =>
      refuse(
        400,
        'Please reduce the length of the messages or completion.',
        'invalid_request_error',
        'context_length_exceeded',
      ),
    retired: () => refuse(400, 'The model has been decommissioned.', 'invalid_request_error', 'model_decommissioned'),
    'not-found': () => refuse(404, 'The model does not exist.', 'invalid_request_error', 'model_not_found'),
  },
});
