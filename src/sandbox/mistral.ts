/** Mistral: chat completions; a field that it does not document is refused, and errors are flat. */
import { readFields } from './shared/json-fields.ts';
import { type Completion, completeChat, completeText, parseChatBody } from './shared/model.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const requestFields = new Set(
  'model messages max_tokens temperature top_p stop stream random_seed response_format tools tool_choice presence_penalty frequency_penalty n prediction parallel_tool_calls reasoning_effort guardrails prompt_cache_key metadata safe_prompt'.split(
    ' ',
  ),
);

const models = /^(mistral|ministral|codestral|magistral|devstral|open-mistral|pixtral)/;

function handle({ method, url, headers, json }: TwinRequest): TwinReply {
  if (!/^Bearer \S+$/.test(headers.authorization ?? '')) return badKey();
  if (method !== 'POST' || !url.pathname.endsWith('/chat/completions')) {
    return { status: 404, json: { message: 'no Route matched with those values' } };
  }
  const fields = readFields(json);
  const stray = Object.keys(fields).find((field) => !requestFields.has(field));
  if (stray !== undefined) return refuseInvalid(stray, 'Extra inputs are not permitted', 'extra_forbidden');
  const body = parseChatBody(json);
  if (!body) return refuseInvalid('messages', 'Field required', 'missing');
  if (!models.test(body.model)) return refuse(400, `Invalid model: ${body.model}`, 'invalid_model', '1500');
  const budget = Number(fields.max_tokens ?? 4096);
  if (!(budget >= 0))
    return refuseInvalid('max_tokens', 'Input should be greater than or equal to 0', 'greater_than_equal');
  return { headers: limits, json: buildReply(body.model, completeChat(body, budget)) };
}

const limits = {
  'x-ratelimit-limit-req-minute': '60',
  'x-ratelimit-remaining-req-minute': '59',
  'x-ratelimit-limit-tokens-minute': '500000',
  'x-ratelimit-remaining-tokens-minute': '499000',
  'x-ratelimit-tokens-query-cost': '64',
};

function buildReply(
  model: string,
  { content, cut, promptTokens, completionTokens }: Completion,
  finish = 'stop',
): unknown {
  return {
    id: '447e3e0d457e42e98248b5d2ef52a2a3',
    object: 'chat.completion',
    created: 1_795_219_200,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, tool_calls: null, prefix: false },
        finish_reason: cut ? 'length' : finish,
      },
    ],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
      num_cached_tokens: 0,
      prompt_tokens_details: { cached_tokens: 0 },
    },
  };
}

const refuse = (status: number, message: string, type: string, code: string | null): TwinReply => ({
  status,
  json: { object: 'error', message, type, param: null, code, raw_status_code: status },
});

const refuseInvalid = (field: string, msg: string, type: string): TwinReply => ({
  status: 422,
  json: { detail: [{ type, loc: ['body', field], msg }] },
});

const badKey = (): TwinReply => ({ status: 401, json: { detail: 'Unauthorized' } });

export default defineTwin({
  id: 'mistral',
  handle,
  failures: {
    'rate-limit': () => ({
      ...refuse(429, 'Rate limit exceeded', 'rate_limited', '1300'),
      headers: { ...limits, 'x-ratelimit-remaining-req-minute': '0', 'retry-after': '30' },
    }),
    'bad-key': badKey,
    down: () => refuse(503, 'Service unavailable.', 'service_unavailable', null),
    'error-in-200': () => ({ json: buildReply('mistral-small-latest', completeText('', 500, 14), 'error') }),
    empty: () => ({ json: buildReply('mistral-small-latest', completeText('', 500, 14)) }),
    filtered: () => ({ json: buildReply('mistral-small-latest', completeText('', 500, 14), 'content_filter') }),
    'too-long': () =>
      refuse(
        400,
        'Prompt contains 300000 tokens and 0 draft tokens, too large for model with 262144 maximum context length',
        'invalid_request_prompt',
        '3051',
      ),
    retired: () => refuse(400, 'Invalid model: mistral-tiny', 'invalid_model', '1500'),
  },
});
