/** vLLM: one model, which has to be asked for by its name. */
import { readFields } from './shared/json-fields.ts';
import { type Completion, completeChat, completeText, parseChatBody } from './shared/model.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const MODEL = 'Qwen/Qwen3-8B';
const THINKING_TOKENS = 60;

function handle({ method, url, json }: TwinRequest): TwinReply {
  if (method === 'GET' && url.pathname === '/v1/models') return { json: { object: 'list', data: models } };
  if (method !== 'POST' || url.pathname !== '/v1/chat/completions')
    return { status: 404, json: { detail: 'Not Found' } };
  const body = parseChatBody(json);
  if (!body) return refuse(400, "[{'type': 'missing', 'loc': ('body', 'messages'), 'msg': 'Field required'}]");
  if (body.model !== MODEL) return noModel(body.model);
  const {
    max_completion_tokens: tokensMax,
    max_tokens: budget = tokensMax,
    chat_template_kwargs: kwargs,
  } = readFields(json);
  const thinks = readFields(kwargs).enable_thinking !== false;
  return { json: buildReply(completeChat(body, Number(budget ?? 4096), thinks ? THINKING_TOKENS : 0)) };
}

const models = [{ id: MODEL, object: 'model', created: 1_795_219_200, owned_by: 'vllm', max_model_len: 32_768 }];

/** Without a reasoning parser the thoughts stand in the answer. */
function buildReply({ content, cut, promptTokens, completionTokens, thinkingTokens }: Completion): unknown {
  const thought = thinkingTokens > 0 ? '<think>\nLet me think about it.\n</think>\n\n' : '';
  const message = { role: 'assistant', content: `${thought}${content}`, refusal: null, tool_calls: [] };
  return {
    id: 'chatcmpl-6d0e8ad0c7b14a26',
    object: 'chat.completion',
    created: 1_795_219_200,
    model: MODEL,
    choices: [{ index: 0, message, logprobs: null, finish_reason: cut ? 'length' : 'stop', stop_reason: null }],
    usage: {
      prompt_tokens: promptTokens,
      total_tokens: promptTokens + completionTokens,
      completion_tokens: completionTokens,
      prompt_tokens_details: null,
    },
  };
}

const refuse = (status: number, message: string, type = 'BadRequestError'): TwinReply => ({
  status,
  json: { error: { message, type, param: null, code: status } },
});

const noModel = (model: string): TwinReply => refuse(404, `The model \`${model}\` does not exist.`, 'NotFoundError');

export default defineTwin({
  id: 'vllm',
  handle,
  failures: {
    'rate-limit': () => refuse(503, 'The server is overloaded.', 'ServiceUnavailableError'),
    'bad-key': () => ({ status: 401, json: { error: 'Unauthorized' } }),
    down: () => refuse(500, 'EngineCore encountered an issue.', 'InternalServerError'),
    empty: ({ method }) =>
      method === 'GET' ? { json: { object: 'list', data: models } } : { json: buildReply(completeText('', 500, 12)) },
    'too-long': ({ method }) =>
      method === 'GET'
        ? { json: { object: 'list', data: models } }
        : refuse(400, "This model's maximum context length is 32768 tokens. However, you requested 40000 tokens."),
    retired: () => noModel(MODEL),
  },
});
