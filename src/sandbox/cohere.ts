/** Cohere: chat of version 2; errors are one flat message. */
import { answerCohereEmbeddings } from './cohere-embeddings.ts';
import { findExtraField, readFields } from './shared/json-fields.ts';
import { type Completion, completeChat, completeText, parseChatBody } from './shared/model.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const documented =
  'model messages max_tokens temperature p k seed stop_sequences documents citation_options response_format safety_mode thinking stream tools tool_choice strict_tools frequency_penalty presence_penalty logprobs priority';

function handle(request: TwinRequest): TwinReply {
  const { method, url, headers, json } = request;
  if (!headers.authorization) return refuse(401, 'no api key supplied');
  if (!/^Bearer \S+$/.test(headers.authorization)) return badKey();
  if (method === 'POST' && url.pathname === '/v2/embed') return answerCohereEmbeddings(request, refuse);
  if (method !== 'POST' || url.pathname !== '/v2/chat') return refuse(404, 'endpoint not found');
  const fields = readFields(json);
  const extra = findExtraField(fields, documented);
  if (extra !== undefined) return refuse(422, `unknown field: parameter '${extra}' is not a valid field`);
  const body = parseChatBody(json);
  if (!body) return refuse(400, 'invalid request: messages must be at least 1 messages long.');
  if (!body.model.startsWith('command-')) return noModel(body.model);
  const budget = Number(fields.max_tokens ?? 4096);
  if (!(budget >= 1)) return refuse(400, 'invalid request: max_tokens must be greater than or equal to 1');
  return { json: buildReply(completeChat(body, budget)) };
}

/** Tokens of the template that Cohere puts around the messages, and does not bill. */
const TEMPLATE_TOKENS = 66;

function buildReply({ content, cut, promptTokens, completionTokens }: Completion, finish = 'COMPLETE'): unknown {
  return {
    id: 'c14c80c3-18eb-4519-9460-6c92edd8cfb4',
    finish_reason: cut ? 'MAX_TOKENS' : finish,
    message: { role: 'assistant', ...(content === '' ? {} : { content: [{ type: 'text', text: content }] }) },
    usage: {
      billed_units: { input_tokens: promptTokens, output_tokens: completionTokens },
      tokens: { input_tokens: promptTokens + TEMPLATE_TOKENS, output_tokens: completionTokens },
      cached_tokens: 0,
    },
  };
}

const refuse = (status: number, message: string): TwinReply => ({
  status,
  json: { id: '5a8b1c2d-0e4f-4a6b-9c7d-3e2f1a0b9c8d', message },
});

const badKey = (): TwinReply => refuse(401, 'invalid api token');

const noModel = (model: string): TwinReply =>
  refuse(
    404,
    `model '${model}' not found, make sure the correct model ID was used and that you have access to the model.`,
  );

export default defineTwin({
  id: 'cohere',
  handle,
  failures: {
    'rate-limit': () =>
      refuse(429, 'You are using a Trial key, which is limited to 20 API calls / minute. Upgrade to a Production key.'),
    'bad-key': badKey,
    quota: () => refuse(402, 'Please add or update your payment method to continue'),
    down: () => refuse(503, 'the service is temporarily unavailable'),
    'error-in-200': () => ({ json: buildReply(completeText('', 500, 5), 'ERROR') }),
    empty: () => ({ json: buildReply(completeText('', 500, 5)) }),
    filtered: () => refuse(400, 'invalid request: the message was blocked by the safety mode'),
    'too-long': () =>
      refuse(400, 'too many tokens: size limit exceeded by 11326 tokens. Try using shorter or fewer inputs.'),
    retired: () => noModel('command-light'),
  },
});
