/** DeepSeek: chat completions with thinking on by default, after some blank lines as when it is queued. */
import { readFields } from './shared/json-fields.ts';
import { type Completion, completeChat, completeText } from './shared/model.ts';
import { buildChatCompletion, defineChatTwin } from './shared/openai-chat.ts';
import type { TwinReply } from './shared/twin.ts';

const THINKING_TOKENS = 40;

function buildQueuedReply(model: string, completion: Completion): TwinReply {
  const { promptTokens, thinkingTokens } = completion;
  const json = buildChatCompletion(model, completion, {
    id: '930c60df-bf64-41c9-a88e-3ec75f81e00e',
    message: thinkingTokens > 0 ? { reasoning_content: 'Let me think about it.' } : {},
    choice: { logprobs: null },
    usage: {
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: thinkingTokens },
      prompt_cache_hit_tokens: 0,
      prompt_cache_miss_tokens: promptTokens,
    },
    reply: { system_fingerprint: 'fp_8802369eaa_prod0425fp8' },
  });
  return {
    headers: { 'content-type': 'application/json', 'x-request-id': '930c60df' },
    body: `\n\n${JSON.stringify(json)}`,
  };
}

const refuse = (status: number, message: string, type = 'invalid_request_error'): TwinReply => ({
  status,
  json: { error: { message, type, param: null, code: 'invalid_request_error' } },
});

const badKeyText = 'Authentication Fails, Your api key: ****cd15 is invalid';
const tooLongText =
  "This model's maximum context length is 131072 tokens. However, you requested 141980 tokens (133980 in the messages, 8000 in the completion). Please reduce the length of the messages or completion.";

export default defineChatTwin({
  id: 'deepseek',
  path: /^(\/v1)?\/chat\/completions$/,
  refusePath: () => ({ status: 404, body: '' }),
  refuseBody: () => refuse(400, 'Failed to deserialize the JSON body: missing field `messages`'),
  answer(body, { thinking, max_tokens: tokensMax = 4096 }) {
    if (!(Number(tokensMax) >= 1)) return refuse(400, 'Invalid max_tokens value, the valid range is [1, 393216]');
    const thinkingTokens = readFields(thinking).type === 'disabled' ? 0 : THINKING_TOKENS;
    return buildQueuedReply(body.model, completeChat(body, Number(tokensMax), thinkingTokens));
  },
  failures: {
    'rate-limit': () => refuse(429, 'Too many requests', 'rate_limit_reached_error'),
    'bad-key': () => refuse(401, badKeyText, 'authentication_error'),
    quota: () => refuse(402, 'Insufficient Balance', 'unknown_error'),
    down: () => refuse(503, 'The server is overloaded', 'service_unavailable_error'),
    empty: () => buildQueuedReply('deepseek-flash', completeText('', 500, 17)),
    filtered: () => refuse(400, 'Content Exists Risk'),
    'too-long': () => refuse(400, tooLongText),
    retired: () => refuse(400, 'Model Not Exist'),
  },
});
