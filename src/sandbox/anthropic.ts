/** Anthropic: the Messages API of version 2023-06-01. */
import { findExtraField, readFields } from './shared/json-fields.ts';
import { type Completion, completeChat, completeText } from './shared/model.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const documented =
  'model messages system max_tokens temperature top_p top_k stop_sequences stream metadata thinking output_config tools tool_choice service_tier';

const MODEL = 'claude-haiku-4-5-20251001';

function handle({ method, url, headers, json }: TwinRequest): TwinReply {
  if (!headers['x-api-key'] && !/^Bearer \S+$/.test(headers.authorization ?? '')) return badKey();
  if (headers['anthropic-version'] !== '2023-06-01') return invalid('anthropic-version: header is required');
  if (method !== 'POST' || url.pathname !== '/v1/messages') return refuse(404, 'not_found_error', 'Not Found');
  const { model, messages, system, max_tokens: budget, temperature, ...others } = readFields(json);
  const extra = findExtraField(others, documented);
  if (extra !== undefined) return invalid(`${extra}: Extra inputs are not permitted`);
  if (typeof model !== 'string' || !model.startsWith('claude-')) return noModel(String(model));
  if (!Array.isArray(messages) || messages.length === 0) return invalid('messages: at least one message is required');
  if (!Number.isInteger(budget) || Number(budget) < 1) return invalid('max_tokens: Field required');
  if (Number(temperature ?? 0) > 1) return invalid('temperature: range: 0..1');
  if (temperature !== undefined && /(haiku|sonnet|opus|fable)-5|opus-4-[789]/.test(model)) {
    return invalid('`temperature` is deprecated for this model.');
  }
  const read = messages.map((message: unknown) => {
    const { role, content } = readFields(message);
    return { role: String(role), content: readText(content) };
  });
  if (read.some(({ role }) => role === 'system')) return invalid('messages: Unexpected role "system"');
  const turns = [...(system === undefined ? [] : [{ role: 'system', content: readText(system) }]), ...read];
  return { headers: limits, json: buildMessage(model, completeChat({ model, messages: turns }, Number(budget))) };
}

function readText(content: unknown): string {
  if (!Array.isArray(content)) return String(content);
  return content.map((block: unknown) => String(readFields(block).text ?? '')).join('');
}

const limits = {
  'request-id': 'req_011CTx',
  'anthropic-ratelimit-requests-limit': '50',
  'anthropic-ratelimit-requests-remaining': '49',
  'anthropic-ratelimit-requests-reset': '2026-11-21T03:15:01Z',
  'anthropic-ratelimit-output-tokens-limit': '10000',
  'anthropic-ratelimit-output-tokens-remaining': '9000',
};

function buildMessage(
  model: string,
  { content, cut, promptTokens, completionTokens }: Completion,
  stop = 'end_turn',
): unknown {
  return {
    id: 'msg_013Zva2CMHLNnXjNJJKqJ2EF',
    type: 'message',
    role: 'assistant',
    model: model === 'claude-haiku-4-5' ? MODEL : model,
    content: content === '' ? [] : [{ type: 'text', text: content, citations: null }],
    stop_reason: cut ? 'max_tokens' : stop,
    stop_sequence: null,
    stop_details: null,
    container: null,
    usage: {
      input_tokens: promptTokens,
      output_tokens: completionTokens,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      server_tool_use: null,
      service_tier: 'standard',
    },
  };
}

const refuse = (status: number, type: string, message: string): TwinReply => ({
  status,
  headers: { 'request-id': 'req_011CTx' },
  json: { type: 'error', error: { type, message }, request_id: 'req_011CTx' },
});

const invalid = (message: string): TwinReply => refuse(400, 'invalid_request_error', message);
const badKey = (): TwinReply => refuse(401, 'authentication_error', 'invalid x-api-key');
const noModel = (model: string): TwinReply => refuse(404, 'not_found_error', `model: ${model}`);

export default defineTwin({
  id: 'anthropic',
  handle,
  failures: {
    'rate-limit': () => ({
      ...refuse(429, 'rate_limit_error', 'This request would exceed your organization’s rate limit.'),
      headers: { ...limits, 'anthropic-ratelimit-requests-remaining': '0', 'retry-after': '30' },
    }),
    'bad-key': badKey,
    quota: () => invalid('Your credit balance is too low to access the Anthropic API.'),
    down: () => refuse(529, 'overloaded_error', 'Overloaded'),
    'error-in-200': () => ({ ...refuse(200, 'api_error', 'Internal server error') }),
    empty: () => ({ json: buildMessage(MODEL, completeText('', 500, 42)) }),
    filtered: () => ({ json: buildMessage(MODEL, completeText('', 500, 42), 'refusal') }),
    'too-long': () => invalid('prompt is too long: 210000 tokens > 200000 maximum'),
    retired: () => noModel('claude-2.1'),
  },
});
