/** Ollama: chat completions in OpenAI's style of a server on the operator's own host. */
import { readFields } from './shared/json-fields.ts';
import { type Completion, completeChat, completeText, parseChatBody } from './shared/model.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

/** Models that have been pulled. */
const pulled = new Set(['gemma3:4b', 'qwen3:8b', 'gpt-oss:20b']);
const thinking = /^(qwen3|gpt-oss|deepseek-r1)/;
const THINKING_TOKENS = 60;

function handle({ method, url, json }: TwinRequest): TwinReply {
  if (method === 'GET' && url.pathname === '/v1/models') return { json: { object: 'list', data: models } };
  if (method !== 'POST' || url.pathname !== '/v1/chat/completions') return { status: 404, body: '404 page not found' };
  const body = parseChatBody(json);
  if (!body) return refuse(400, "[] is too short - 'messages'", 'invalid_request_error');
  if (!pulled.has(body.model)) return noModel(body.model);
  const { max_tokens: budget, reasoning_effort: effort } = readFields(json);
  const thinks = thinking.test(body.model);
  if (!thinks && effort !== undefined && effort !== 'none') {
    return refuse(400, `"${body.model}" does not support thinking`, 'invalid_request_error');
  }
  const images = body.messages.flatMap(({ images: pictures = [] }) => pictures);
  if (images.some((image) => !image.startsWith('data:image/')))
    return refuse(400, 'invalid image input', 'invalid_request_error');
  const spent = thinks && effort !== 'none' ? THINKING_TOKENS : 0;
  return { json: buildReply(body.model, completeChat(body, Number(budget ?? 4096), spent)) };
}

const models = [...pulled].map((id) => ({ id, object: 'model', created: 1_795_000_000, owned_by: 'library' }));

function buildReply(
  model: string,
  { content, cut, promptTokens, completionTokens, thinkingTokens }: Completion,
): unknown {
  const reasoning = thinkingTokens > 0 ? { reasoning: 'Let me think about it.' } : {};
  return {
    id: 'chatcmpl-411',
    object: 'chat.completion',
    created: 1_795_219_200,
    model,
    system_fingerprint: 'fp_ollama',
    choices: [
      { index: 0, message: { role: 'assistant', content, ...reasoning }, finish_reason: cut ? 'length' : 'stop' },
    ],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  };
}

const refuse = (status: number, message: string, type: string): TwinReply => ({
  status,
  json: { error: { message, type, param: null, code: null } },
});

const noModel = (model: string): TwinReply =>
  refuse(404, `model "${model}" not found, try pulling it first`, 'not_found_error');

export default defineTwin({
  id: 'ollama',
  handle,
  failures: {
    'rate-limit': () => refuse(503, 'server busy, please try again.  maximum pending requests exceeded', 'api_error'),
    'bad-key': () => ({ status: 401, body: '' }),
    down: () => refuse(500, 'llama runner process has terminated: signal: killed', 'api_error'),
    empty: () => ({ json: buildReply('gemma3:4b', completeText('', 500, 12)) }),
    'too-long': () =>
      refuse(400, 'the prompt is too long: it exceeds the maximum context length', 'invalid_request_error'),
    retired: () => noModel('gemma3:4b'),
    'not-found': () => noModel('gemma3:4b'),
  },
});
