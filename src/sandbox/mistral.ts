/** Mistral: chat completions; a field that it does not document is refused, and errors are flat. */
import { type Completion, completeChat, completeText } from './shared/model.ts';
import { buildChatCompletion, defineChatTwin } from './shared/openai-chat.ts';
import type { TwinReply } from './shared/twin.ts';

const models = /^(mistral|ministral|codestral|magistral|devstral|open-mistral|pixtral)/;

const limits = {
  'x-ratelimit-limit-req-minute': '60',
  'x-ratelimit-remaining-req-minute': '59',
  'x-ratelimit-limit-tokens-minute': '500000',
  'x-ratelimit-remaining-tokens-minute': '499000',
  'x-ratelimit-tokens-query-cost': '64',
};

const buildReply = (model: string, completion: Completion, finish = 'stop'): unknown =>
  buildChatCompletion(model, completion, {
    id: '447e3e0d457e42e98248b5d2ef52a2a3',
    finish,
    message: { tool_calls: null, prefix: false },
    usage: { num_cached_tokens: 0, prompt_tokens_details: { cached_tokens: 0 } },
  });

/** Nothing was written, for a reason. */
const buildNothing = (finish: string): TwinReply => ({
  json: buildReply('mistral-small-latest', completeText('', 500, 14), finish),
});

const refuse = (
  status: number,
  { message, type, code }: { message: string; type: string; code: string | null },
): TwinReply => ({
  status,
  json: { object: 'error', message, type, param: null, code, raw_status_code: status },
});

const refuseInvalid = (field: string, msg: string, type: string): TwinReply => ({
  status: 422,
  json: { detail: [{ type, loc: ['body', field], msg }] },
});

const noModel = (model: string): TwinReply =>
  refuse(400, { message: `Invalid model: ${model}`, type: 'invalid_model', code: '1500' });

const tooLongText =
  'Prompt contains 300000 tokens and 0 draft tokens, too large for model with 262144 maximum context length';

export default defineChatTwin({
  id: 'mistral',
  path: /\/chat\/completions$/,
  documented:
    'model messages max_tokens temperature top_p stop stream random_seed response_format tools tool_choice presence_penalty frequency_penalty n prediction parallel_tool_calls reasoning_effort guardrails prompt_cache_key metadata safe_prompt',
  refuseExtra: (field) => refuseInvalid(field, 'Extra inputs are not permitted', 'extra_forbidden'),
  refusePath: () => ({ status: 404, json: { message: 'no Route matched with those values' } }),
  refuseBody: () => refuseInvalid('messages', 'Field required', 'missing'),
  answer(body, { max_tokens: tokensMax }) {
    if (!models.test(body.model)) return noModel(body.model);
    const budget = Number(tokensMax ?? 4096);
    if (!(budget >= 0))
      return refuseInvalid('max_tokens', 'Input should be greater than or equal to 0', 'greater_than_equal');
    return { headers: limits, json: buildReply(body.model, completeChat(body, budget)) };
  },
  failures: {
    'rate-limit': () => ({
      ...refuse(429, { message: 'Rate limit exceeded', type: 'rate_limited', code: '1300' }),
      headers: { ...limits, 'x-ratelimit-remaining-req-minute': '0', 'retry-after': '30' },
    }),
    'bad-key': () => ({ status: 401, json: { detail: 'Unauthorized' } }),
    down: () => refuse(503, { message: 'Service unavailable.', type: 'service_unavailable', code: null }),
    'error-in-200': () => buildNothing('error'),
    empty: () => buildNothing('stop'),
    filtered: () => buildNothing('content_filter'),
    'too-long': () => refuse(400, { message: tooLongText, type: 'invalid_request_prompt', code: '3051' }),
    retired: () => noModel('mistral-tiny'),
  },
});
