/** Ollama: chat completions in OpenAI's style of a server on the operator's own host. */
import { type Completion, completeChat, completeText } from './shared/model.ts';
import { buildChatCompletion, defineChatTwin, listModels } from './shared/openai-chat.ts';
import type { TwinReply } from './shared/twin.ts';

/** Models that have been pulled. */
const pulled = ['gemma3:4b', 'qwen3:8b', 'gpt-oss:20b'];
const thinking = /^(qwen3|gpt-oss|deepseek-r1)/;
const THINKING_TOKENS = 60;

const buildReply = (model: string, completion: Completion): unknown =>
  buildChatCompletion(model, completion, {
    id: 'chatcmpl-411',
    message: completion.thinkingTokens > 0 ? { reasoning: 'Let me think about it.' } : {},
    reply: { system_fingerprint: 'fp_ollama' },
  });

const refuse = (status: number, message: string, type = 'invalid_request_error'): TwinReply => ({
  status,
  json: { error: { message, type, param: null, code: null } },
});

const noModel = (model: string): TwinReply =>
  refuse(404, `model "${model}" not found, try pulling it first`, 'not_found_error');

export default defineChatTwin({
  id: 'ollama',
  isOpen: true,
  path: /^\/v1\/chat\/completions$/,
  others: [[/^GET \/v1\/models$/, () => listModels(pulled, 'library')]],
  refusePath: () => ({ status: 404, body: '404 page not found' }),
  refuseBody: () => refuse(400, "[] is too short - 'messages'"),
  answer(body, { max_tokens: budget, reasoning_effort: effort }) {
    const { model, messages } = body;
    if (!pulled.includes(model)) return noModel(model);
    const thinks = thinking.test(model);
    if (!thinks && effort !== undefined && effort !== 'none') {
      return refuse(400, `"${model}" does not support thinking`);
    }
    const images = messages.flatMap(({ images: pictures = [] }) => pictures);
    if (images.some((image) => !image.startsWith('data:image/'))) return refuse(400, 'invalid image input');
    const spent = thinks && effort !== 'none' ? THINKING_TOKENS : 0;
    return { json: buildReply(model, completeChat(body, Number(budget ?? 4096), spent)) };
  },
  failures: {
    'rate-limit': () => refuse(503, 'server busy, please try again.  maximum pending requests exceeded', 'api_error'),
    'bad-key': () => ({ status: 401, body: '' }),
    down: () => refuse(500, 'llama runner process has terminated: signal: killed', 'api_error'),
    empty: () => ({ json: buildReply('gemma3:4b', completeText('', 500, 12)) }),
    'too-long': () => refuse(400, 'the prompt is too long: it exceeds the maximum context length'),
    retired: () => noModel('gemma3:4b'),
    'not-found': () => noModel('gemma3:4b'),
  },
});
