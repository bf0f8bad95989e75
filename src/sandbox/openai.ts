/** OpenAI: chat completions, with pictures; models that think take other fields than those that don't. */
import { type Completion, completeChat, completeText } from './shared/model.ts';
import { buildChatCompletion, defineChatTwin } from './shared/openai-chat.ts';
import { answerEmbeddings, answerSpeech } from './shared/openai-other.ts';
import type { TwinReply } from './shared/twin.ts';

const type = 'invalid_request_error';

const limits = {
  'x-ratelimit-limit-requests': '10000',
  'x-ratelimit-remaining-requests': '9999',
  'x-ratelimit-reset-requests': '6ms',
  'x-ratelimit-limit-tokens': '2000000',
  'x-ratelimit-remaining-tokens': '1999000',
  'x-ratelimit-reset-tokens': '30ms',
  'openai-processing-ms': '412',
  'x-request-id': 'req_3f6a1c',
};

function buildReply(model: string, completion: Completion, refusal: string | null = null): unknown {
  return buildChatCompletion(model, completion, {
    id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
    message: { ...(refusal === null ? {} : { content: null }), refusal, annotations: [] },
    choice: { logprobs: null },
    usage: {
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: {
        reasoning_tokens: completion.thinkingTokens,
        audio_tokens: 0,
        accepted_prediction_tokens: 0,
        rejected_prediction_tokens: 0,
      },
    },
    reply: { service_tier: 'default' },
  });
}

const refuse = (status: number, error: { message: string; type: string; code: string | null }): TwinReply => ({
  status,
  json: { error: { message: error.message, type: error.type, param: null, code: error.code } },
});

const invalid = (message: string, code: string): TwinReply => refuse(400, { message, type, code });

const noModel = (model: string): TwinReply =>
  refuse(404, {
    message: `The model \`${model}\` does not exist or you do not have access to it.`,
    type,
    code: 'model_not_found',
  });

const badKeyText = 'Incorrect API key provided: sk-***cd15. You can find your API key in the dashboard.';
const quotaText = 'You exceeded your current quota, please check your plan and billing details.';
const tooLongText =
  "This model's maximum context length is 1047576 tokens. However, your messages resulted in 1200000 tokens.";

export default defineChatTwin({
  id: 'openai',
  path: /\/chat\/completions$/,
  others: [
    [/^POST .*\/audio\/speech$/, answerSpeech],
    [/^POST .*\/embeddings$/, answerEmbeddings],
  ],
  refusePath: ({ method, url }) =>
    refuse(404, { message: `Invalid URL (${method} ${url.pathname})`, type, code: null }),
  refuseBody: () => invalid("Missing required parameter: 'messages'.", 'missing_required_parameter'),
  answer(body, fields) {
    if (!/^(gpt-|o\d|chatgpt-)/.test(body.model)) return noModel(body.model);
    const thinks = /^(gpt-[5-9]|o\d)/.test(body.model);
    const wrong = ['max_tokens', 'temperature'].find((field) => thinks && fields[field] !== undefined);
    if (wrong !== undefined) {
      return invalid(`Unsupported parameter: '${wrong}' is not supported with this model.`, 'unsupported_parameter');
    }
    const budget = Number(fields.max_completion_tokens ?? fields.max_tokens ?? 4096);
    if (!(budget >= 1)) return invalid("Invalid 'max_tokens': integer below minimum value.", 'integer_below_min_value');
    const thinking = thinks && fields.reasoning_effort !== 'none' ? 64 : 0;
    return { headers: limits, json: buildReply(body.model, completeChat(body, budget, thinking)) };
  },
  failures: {
    'rate-limit': () => ({
      ...refuse(429, { message: 'Rate limit reached for requests', type: 'requests', code: 'rate_limit_exceeded' }),
      headers: { ...limits, 'x-ratelimit-remaining-requests': '0', 'retry-after': '30' },
    }),
    'bad-key': () => refuse(401, { message: badKeyText, type, code: 'invalid_api_key' }),
    quota: () => refuse(429, { message: quotaText, type: 'insufficient_quota', code: 'insufficient_quota' }),
    down: () =>
      refuse(503, {
        message: 'The engine is currently overloaded, please try again later',
        type: 'server_error',
        code: null,
      }),
    empty: () => ({ json: buildReply('gpt-4.1-mini', completeText('', 500, 19)) }),
    filtered: () => ({ json: buildReply('gpt-4.1-mini', completeText('', 500, 19), 'I can’t help with that.') }),
    'too-long': () => invalid(tooLongText, 'context_length_exceeded'),
    retired: () => noModel('gpt-4'),
  },
});
