/** vLLM: one model, which has to be asked for by its name. */
import { readFields } from './shared/json-fields.ts';
import { type Completion, completeChat, completeText } from './shared/model.ts';
import { buildChatCompletion, defineChatTwin, listModels } from './shared/openai-chat.ts';
import type { TwinReply } from './shared/twin.ts';

const MODEL = 'Qwen/Qwen3-8B';
const THINKING_TOKENS = 60;

const listOwnModel = (): TwinReply => listModels([MODEL], 'vllm', { created: 1_795_219_200, max_model_len: 32_768 });

/** Without a reasoning parser the thoughts stand in the answer. */
function buildReply(completion: Completion): unknown {
  const thought = completion.thinkingTokens > 0 ? '<think>\nLet me think about it.\n</think>\n\n' : '';
  return buildChatCompletion(MODEL, completion, {
    id: 'chatcmpl-6d0e8ad0c7b14a26',
    message: { content: `${thought}${completion.content}`, refusal: null, tool_calls: [] },
    choice: { logprobs: null, stop_reason: null },
    usage: { prompt_tokens_details: null },
  });
}

const refuse = (status: number, message: string, type = 'BadRequestError'): TwinReply => ({
  status,
  json: { error: { message, type, param: null, code: status } },
});

const noModel = (model: string): TwinReply => refuse(404, `The model \`${model}\` does not exist.`, 'NotFoundError');

const tooLongText = "This model's maximum context length is 32768 tokens. However, you requested 40000 tokens.";

export default defineChatTwin({
  id: 'vllm',
  isOpen: true,
  path: /^\/v1\/chat\/completions$/,
  others: [[/^GET \/v1\/models$/, listOwnModel]],
  refusePath: () => ({ status: 404, json: { detail: 'Not Found' } }),
  refuseBody: () => refuse(400, "[{'type': 'missing', 'loc': ('body', 'messages'), 'msg': 'Field required'}]"),
  answer(body, { max_completion_tokens: tokensMax, max_tokens: budget = tokensMax, chat_template_kwargs: kwargs }) {
    if (body.model !== MODEL) return noModel(body.model);
    const thinks = readFields(kwargs).enable_thinking !== false;
    return { json: buildReply(completeChat(body, Number(budget ?? 4096), thinks ? THINKING_TOKENS : 0)) };
  },
  failures: {
    'rate-limit': () => refuse(503, 'The server is overloaded.', 'ServiceUnavailableError'),
    'bad-key': () => ({ status: 401, json: { error: 'Unauthorized' } }),
    down: () => refuse(500, 'EngineCore encountered an issue.', 'InternalServerError'),
    empty: ({ method }) => (method === 'GET' ? listOwnModel() : { json: buildReply(completeText('', 500, 12)) }),
    'too-long': ({ method }) => (method === 'GET' ? listOwnModel() : refuse(400, tooLongText)),
    retired: () => noModel(MODEL),
  },
});
