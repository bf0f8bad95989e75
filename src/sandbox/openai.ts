/** OpenAI: chat completions, with pictures; models that think take other fields than those that don't. */
import { readFields } from './shared/json-fields.ts';
import { type Completion, completeChat, completeText, parseChatBody } from './shared/model.ts';
import { answerEmbeddings, answerSpeech } from './shared/openai-other.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

function handle(request: TwinRequest): TwinReply {
  const { method, url, headers, json } = request;
  if (!/^Bearer \S+$/.test(headers.authorization ?? '')) return badKey();
  if (method === 'POST' && url.pathname.endsWith('/audio/speech')) return answerSpeech(request);
  if (method === 'POST' && url.pathname.endsWith('/embeddings')) return answerEmbeddings(request);
  if (method !== 'POST' || !url.pathname.endsWith('/chat/completions')) {
    return refuse(404, `Invalid URL (${method} ${url.pathname})`, 'invalid_request_error', null);
  }
  const body = parseChatBody(json);
  if (!body) return refuse(400, "Missing required parameter: 'messages'.", type, 'missing_required_parameter');
  if (!/^(gpt-|o\d|chatgpt-)/.test(body.model)) return noModel(body.model);
  const fields = readFields(json);
  const thinks = /^(gpt-[5-9]|o\d)/.test(body.model);
  const wrong = ['max_tokens', 'temperature'].find((field) => thinks && fields[field] !== undefined);
  if (wrong !== undefined) {
    const message = `Unsupported parameter: '${wrong}' is not supported with this model.`;
    return refuse(400, message, type, 'unsupported_parameter');
  }
  const budget = Number(fields.max_completion_tokens ?? fields.max_tokens ?? 4096);
  if (!(budget >= 1))
    return refuse(400, "Invalid 'max_tokens': integer below minimum value.", type, 'integer_below_min_value');
  const thinking = thinks && fields.reasoning_effort !== 'none' ? 64 : 0;
  return { headers: limits, json: buildReply(body.model, completeChat(body, budget, thinking)) };
}

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

function buildReply(
  model: string,
  { content, cut, promptTokens, completionTokens, thinkingTokens }: Completion,
  refusal: string | null = null,
): unknown {
  return {
    id: 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
    object: 'chat.completion',
    created: 1_795_219_200,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: refusal === null ? content : null, refusal, annotations: [] },
        logprobs: null,
        finish_reason: cut ? 'length' : 'stop',
      },
    ],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: {
        reasoning_tokens: thinkingTokens,
        audio_tokens: 0,
        accepted_prediction_tokens: 0,
        rejected_prediction_tokens: 0,
      },
    },
    service_tier: 'default',
  };
}

const refuse = (status: number, message: string, kind: string, code: string | null): TwinReply => ({
  status,
  json: { error: { message, type: kind, param: null, code } },
});

const badKey = (): TwinReply =>
  refuse(
    401,
    'Incorrect API key provided: sk-***cd15. You can find your API key in the dashboard.',
    type,
    'invalid_api_key',
  );

const noModel = (model: string): TwinReply =>
  refuse(404, `The model \`${model}\` does not exist or you do not have access to it.`, type, 'model_not_found');

export default defineTwin({
  id: 'openai',
  handle,
  failures: {
    'rate-limit': () => ({
      ...refuse(429, 'Rate limit reached for requests', 'requests', 'rate_limit_exceeded'),
      headers: { ...limits, 'x-ratelimit-remaining-requests': '0', 'retry-after': '30' },
    }),
    'bad-key': badKey,
    quota: () =>
      refuse(
        429,
        'You exceeded your current quota, please check your plan and billing details.',
        'insufficient_quota',
        'insufficient_quota',
      ),
    down: () => refuse(503, 'The engine is currently overloaded, please try again later', 'server_error', null),
    empty: () => ({ json: buildReply('gpt-4.1-mini', completeText('', 500, 19)) }),
    filtered: () => ({ json: buildReply('gpt-4.1-mini', completeText('', 500, 19), 'I can’t help with that.') }),
    'too-long': () =>
      refuse(
        400,
        "This model's maximum context length is 1047576 tokens. However, your messages resulted in 1200000 tokens.",
        type,
        'context_length_exceeded',
      ),
    retired: () => noModel('gpt-4'),
  },
});
