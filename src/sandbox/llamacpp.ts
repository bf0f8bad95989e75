/** llama-server of llama.cpp: one model under any name, with the times that it took. */
import { readFields } from './shared/json-fields.ts';
import { type Completion, completeChat, completeText, parseChatBody } from './shared/model.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const MODEL = 'gemma-3-4b-it-Q4_K_M.gguf';
const THINKING_TOKENS = 60;

function handle({ method, url, json }: TwinRequest): TwinReply {
  if (method !== 'POST' || !/^(\/v1)?\/chat\/completions$/.test(url.pathname)) {
    return refuse(404, 'File Not Found', 'not_found_error');
  }
  const body = parseChatBody(json);
  if (!body) return refuse(400, '"messages" is required', 'invalid_request_error');
  const { max_tokens: budget, chat_template_kwargs: kwargs } = readFields(json);
  const thinks = readFields(kwargs).enable_thinking === true;
  return { json: buildReply(completeChat(body, Number(budget ?? 4096), thinks ? THINKING_TOKENS : 0)) };
}

function buildReply({ content, cut, promptTokens, completionTokens, thinkingTokens }: Completion): unknown {
  const reasoning = thinkingTokens > 0 ? { reasoning_content: 'Let me think about it.' } : {};
  return {
    choices: [
      { finish_reason: cut ? 'length' : 'stop', index: 0, message: { role: 'assistant', content, ...reasoning } },
    ],
    created: 1_795_219_200,
    model: MODEL,
    system_fingerprint: 'b7120-9d52f17a',
    object: 'chat.completion',
    usage: {
      completion_tokens: completionTokens,
      prompt_tokens: promptTokens,
      total_tokens: promptTokens + completionTokens,
    },
    id: 'chatcmpl-p7vQ0yX2sCkWnB1d',
    timings: {
      cache_n: 0,
      prompt_n: promptTokens,
      prompt_ms: 52.1,
      predicted_n: completionTokens,
      predicted_ms: 731.4,
    },
  };
}

const refuse = (code: number, message: string, type: string, more: object = {}): TwinReply => ({
  status: code,
  json: { error: { code, message, type, ...more } },
});

export default defineTwin({
  id: 'llamacpp',
  handle,
  failures: {
    'rate-limit': () => refuse(503, 'Loading model', 'unavailable_error'),
    'bad-key': () => refuse(401, 'Invalid API Key', 'authentication_error'),
    down: () => refuse(503, 'Loading model', 'unavailable_error'),
    empty: () => ({ json: buildReply(completeText('', 500, 12)) }),
    'too-long': () =>
      refuse(400, 'the request exceeds the available context size, try increasing it', 'exceed_context_size_error', {
        n_prompt_tokens: 9012,
        n_ctx: 8192,
      }),
  },
});
