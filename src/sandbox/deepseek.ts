/** DeepSeek: chat completions with thinking on by default, after some blank lines as when it is queued. */
import { readFields } from './shared/json-fields.ts';
import { countTokens, cutToTokens, parseChatBody, writeAnswer } from './shared/model.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const THINKING_TOKENS = 40;

function handle({ method, url, headers, json }: TwinRequest): TwinReply {
  if (!/^Bearer \S+$/.test(headers.authorization ?? '')) return badKey();
  if (method !== 'POST' || !/^(\/v1)?\/chat\/completions$/.test(url.pathname)) return { status: 404, body: '' };
  const body = parseChatBody(json);
  if (!body) return refuse(400, 'Failed to deserialize the JSON body: missing field `messages`');
  const { thinking, max_tokens: tokensMax = 4096 } = readFields(json);
  if (!(Number(tokensMax) >= 1)) return refuse(400, 'Invalid max_tokens value, the valid range is [1, 393216]');
  const thinks = readFields(thinking).type !== 'disabled';
  const promptTokens = countTokens(JSON.stringify(body.messages));
  return buildQueuedReply(buildCompletion(body.model, writeAnswer(body), Number(tokensMax), promptTokens, thinks));
}

const buildQueuedReply = (json: unknown): TwinReply => ({
  headers: { 'content-type': 'application/json', 'x-request-id': '930c60df' },
  body: `\n\n${JSON.stringify(json)}`,
});

function buildCompletion(
  model: string,
  text: string,
  budget: number,
  promptTokens: number,
  thinks: boolean,
  finish = 'stop',
): unknown {
  const thought = thinks ? Math.min(budget, THINKING_TOKENS) : 0;
  const { text: content, cut } = cutToTokens(text, budget - thought);
  const completionTokens = thought + (content === '' ? 0 : countTokens(content));
  const message = { role: 'assistant', content, ...(thinks ? { reasoning_content: 'Let me think about it.' } : {}) };
  return {
    id: '930c60df-bf64-41c9-a88e-3ec75f81e00e',
    object: 'chat.completion',
    created: 1_795_219_200,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: cut ? 'length' : finish }],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: thought },
      prompt_cache_hit_tokens: 0,
      prompt_cache_miss_tokens: promptTokens,
    },
    system_fingerprint: 'fp_8802369eaa_prod0425fp8',
  };
}

const refuse = (status: number, message: string, type = 'invalid_request_error'): TwinReply => ({
  status,
  json: { error: { message, type, param: null, code: 'invalid_request_error' } },
});

const badKey = (): TwinReply =>
  refuse(401, 'Authentication Fails, Your api key: ****cd15 is invalid', 'authentication_error');

export default defineTwin({
  id: 'deepseek',
  handle,
  failures: {
    'rate-limit': () => refuse(429, 'Too many requests', 'rate_limit_reached_error'),
    'bad-key': badKey,
    quota: () => refuse(402, 'Insufficient Balance', 'unknown_error'),
    down: () => refuse(503, 'The server is overloaded', 'service_unavailable_error'),
    empty: () => buildQueuedReply(buildCompletion('deepseek-flash', '', 500, 17, false)),
    filtered: () => refuse(400, 'Content Exists Risk'),
    'too-long': () =>
      refuse(
        400,
        "This model's maximum context length is 131072 tokens. However, you requested 141980 tokens (133980 in the messages, 8000 in the completion). Please reduce the length of the messages or completion.",
      ),
    retired: () => refuse(400, 'Model Not Exist'),
  },
});
