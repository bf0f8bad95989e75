/** Groq: chat completions in the OpenAI style, with Groq's own extras and errors. */
import { readFields } from './shared/json-fields.ts';
import { type Completion, completeChat, completeText } from './shared/model.ts';
import { buildChatCompletion, defineChatTwin } from './shared/openai-chat.ts';
import { answerTranscription } from './shared/openai-other.ts';
import type { TwinReply } from './shared/twin.ts';

/** Thinking comes first, out of the same budget. */
const THINKING_TOKENS = 12;

/** Fault of a strict schema: every property has to be required, and no others allowed. */
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

const buildReply = (model: string, completion: Completion): unknown =>
  buildChatCompletion(model, completion, {
    id: 'chatcmpl-f51b2cd2-bef7-417e-964e-a08f0b513c22',
    choice: { logprobs: null },
    usage: {
      queue_time: 0.0375,
      prompt_time: 0.0007,
      completion_time: 0.0641,
      total_time: 0.0648,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: completion.thinkingTokens },
    },
    reply: {
      usage_breakdown: null,
      system_fingerprint: 'fp_179b0f92c9',
      x_groq: { id: 'req_01jbd6g2qdfw2adyrt2az8hz4w' },
      service_tier: 'on_demand',
    },
  });

interface Refusal {
  message: string;
  code?: string;
  type?: string;
}

const refuse = (status: number, { message, code = '', type = 'invalid_request_error' }: Refusal): TwinReply => ({
  status,
  json: { error: { message, type, code } },
});

const tooFast =
  'Rate limit reached for model `openai/gpt-oss-20b` in organization `org_01` service tier `on_demand` on tokens per minute (TPM): Limit 8000, Used 7100, Requested 1443. Please try again in 30s.';

export default defineChatTwin({
  id: 'groq',
  path: /\/chat\/completions$/,
  others: [[/^POST .*\/audio\/transcriptions$/, answerTranscription]],
  documented:
    'model messages max_completion_tokens max_tokens temperature top_p seed stop stream reasoning_effort include_reasoning reasoning_format response_format tools tool_choice service_tier',
  refuseExtra: (field) => refuse(400, { message: `property '${field}' is unsupported` }),
  refusePath: ({ method, url }) =>
    refuse(404, { message: `Unknown request URL: ${method} ${url.pathname}.`, code: 'unknown_url' }),
  refuseBody: () => refuse(400, { message: "'messages' : minimum number of items is 1" }),
  answer(body, { response_format: format, max_completion_tokens: tokensMax, max_tokens: deprecated }) {
    const loose = findLooseObject(readFields(readFields(format).json_schema).schema);
    if (loose !== undefined) return refuse(400, { message: `invalid JSON schema for response_format: '${loose}'` });
    const budget = Number(tokensMax ?? deprecated ?? 1024);
    if (!(budget >= 1)) return refuse(400, { message: '`max_completion_tokens` must be at least 1' });
    return { headers: limits, json: buildReply(body.model, completeChat(body, budget, THINKING_TOKENS)) };
  },
  failures: {
    'rate-limit': () => ({
      ...refuse(429, { message: tooFast, code: 'rate_limit_exceeded', type: 'tokens' }),
      headers: { ...limits, 'x-ratelimit-remaining-tokens': '0', 'retry-after': '30' },
    }),
    'bad-key': () => refuse(401, { message: 'Invalid API Key', code: 'invalid_api_key' }),
    down: () => refuse(503, { message: 'Service unavailable', type: 'internal_server_error' }),
    empty: () => ({ json: buildReply('openai/gpt-oss-20b', completeText('', 500, 18, THINKING_TOKENS)) }),
    'too-long': () =>
      refuse(400, {
        message: 'Please reduce the length of the messages or completion.',
        code: 'context_length_exceeded',
      }),
    retired: () => refuse(400, { message: 'The model has been decommissioned.', code: 'model_decommissioned' }),
    'not-found': () => refuse(404, { message: 'The model does not exist.', code: 'model_not_found' }),
  },
});
