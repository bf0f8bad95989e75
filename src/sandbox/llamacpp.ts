/** llama-server of llama.cpp: one model under any name, with the times that it took. */
import { readFields } from './shared/json-fields.ts';
import { type Completion, completeChat, completeText } from './shared/model.ts';
import { buildChatCompletion, defineChatTwin } from './shared/openai-chat.ts';
import type { TwinReply } from './shared/twin.ts';

const THINKING_TOKENS = 60;

const buildReply = (completion: Completion): unknown =>
  buildChatCompletion('gemma-3-4b-it-Q4_K_M.gguf', completion, {
    id: 'chatcmpl-p7vQ0yX2sCkWnB1d',
    message: completion.thinkingTokens > 0 ? { reasoning_content: 'Let me think about it.' } : {},
    reply: {
      system_fingerprint: 'b7120-9d52f17a',
      timings: {
        cache_n: 0,
        prompt_n: completion.promptTokens,
        prompt_ms: 52.1,
        predicted_n: completion.completionTokens,
        predicted_ms: 731.4,
      },
    },
  });

const refuse = (code: number, message: string, type: string, more: object = {}): TwinReply => ({
  status: code,
  json: { error: { code, message, type, ...more } },
});

const refuseLoading = (): TwinReply => refuse(503, 'Loading model', 'unavailable_error');

export default defineChatTwin({
  id: 'llamacpp',
  isOpen: true,
  path: /^(\/v1)?\/chat\/completions$/,
  refusePath: () => refuse(404, 'File Not Found', 'not_found_error'),
  refuseBody: () => refuse(400, '"messages" is required', 'invalid_request_error'),
  answer(body, { max_tokens: budget, chat_template_kwargs: kwargs }) {
    const thinks = readFields(kwargs).enable_thinking === true;
    return { json: buildReply(completeChat(body, Number(budget ?? 4096), thinks ? THINKING_TOKENS : 0)) };
  },
  failures: {
    'rate-limit': refuseLoading,
    'bad-key': () => refuse(401, 'Invalid API Key', 'authentication_error'),
    down: refuseLoading,
    empty: () => ({ json: buildReply(completeText('', 500, 12)) }),
    'too-long': () =>
      refuse(400, 'the request exceeds the available context size, try increasing it', 'exceed_context_size_error', {
        n_prompt_tokens: 9012,
        n_ctx: 8192,
      }),
  },
});
