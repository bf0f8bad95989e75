/** xAI: the Responses API with its web search; errors are flat. */
import { findExtraField, readFields } from './shared/json-fields.ts';
import { type Completion, completeChat, completeText } from './shared/model.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const documented =
  'model input instructions max_output_tokens tools tool_choice reasoning store temperature top_p stream include text previous_response_id parallel_tool_calls user search_parameters';

const SEARCHES = 1;
const SEARCH_TOKENS = 1_500;
const THINKING_TOKENS = 40;

function handle({ method, url, headers, json }: TwinRequest): TwinReply {
  if (!/^Bearer \S+$/.test(headers.authorization ?? '')) return badKey();
  if (method !== 'POST' || !url.pathname.endsWith('/responses')) return { status: 404, body: '' };
  const fields = readFields(json);
  if (fields.search_parameters !== undefined) return refuseOldSearch();
  const extra = findExtraField(fields, documented);
  if (extra !== undefined) return refuse(400, argument, `Argument not supported: ${extra}`);
  const { model, input, max_output_tokens: budget = 4096, tools } = fields;
  if (typeof model !== 'string' || !model.startsWith('grok-')) return noModel(String(model));
  const messages = typeof input === 'string' ? [{ role: 'user', content: input }] : readMessages(input);
  if (messages.length === 0) return refuse(422, argument, 'Failed to deserialize the JSON body: missing field `input`');
  if (!(Number(budget) >= 1)) return refuse(400, argument, 'max_output_tokens must be positive');
  const completion = completeChat({ model, messages }, Number(budget), THINKING_TOKENS);
  const searches = Array.isArray(tools) && tools.some((tool) => readFields(tool).type === 'web_search') ? SEARCHES : 0;
  return { headers: limits, json: buildReply(model, completion, searches) };
}

function readMessages(input: unknown): { role: string; content: string }[] {
  if (!Array.isArray(input)) return [];
  return input.map((item: unknown) => {
    const { role, content } = readFields(item);
    const texts = Array.isArray(content)
      ? content.map((part: unknown) => String(readFields(part).text ?? ''))
      : [content];
    return { role: String(role), content: texts.map(String).join('\n') };
  });
}

const limits = {
  'x-ratelimit-limit-requests': '480',
  'x-ratelimit-remaining-requests': '479',
  'x-ratelimit-limit-tokens': '2000000',
  'x-ratelimit-remaining-tokens': '1999000',
};

const source = 'https://news.example.com/2026/11/sandbox';

function buildReply(model: string, completion: Completion, searches: number): unknown {
  const { content, cut, completionTokens, thinkingTokens } = completion;
  const promptTokens = completion.promptTokens + searches * SEARCH_TOKENS;
  const citation = searches > 0 && !cut ? ` [[1]](${source})` : '';
  const annotation = { type: 'url_citation', url: source, title: '1', start_index: content.length + 1 };
  const annotations = citation === '' ? [] : [{ ...annotation, end_index: content.length + citation.length }];
  const part = { type: 'output_text', text: `${content}${citation}`, annotations, logprobs: [] };
  const calls = Array.from({ length: searches }, (_, at) => ({
    type: 'web_search_call',
    id: `ws_${at + 1}`,
    status: 'completed',
    action: { type: 'search', query: `sandbox ${at + 1}` },
  }));
  const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [part] };
  return {
    id: 'ad5663da-63e6-86c6-e0be-ff15effa8357',
    object: 'response',
    created_at: 1_795_219_200,
    model,
    status: cut ? 'incomplete' : 'completed',
    output: [
      { type: 'reasoning', id: 'rs_1', summary: [], status: 'completed' },
      ...calls,
      ...(content === '' ? [] : [message]),
    ],
    usage: {
      input_tokens: promptTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: completionTokens,
      output_tokens_details: { reasoning_tokens: thinkingTokens },
      total_tokens: promptTokens + completionTokens,
      num_sources_used: searches * 2,
      num_server_side_tools_used: searches,
      cost_in_usd_ticks: Math.round((promptTokens * 1.25 + completionTokens * 2.5 + searches * 5_000) * 10_000),
    },
    service_tier: 'default',
    error: null,
    incomplete_details: cut ? { reason: 'max_output_tokens' } : null,
  };
}

const argument = 'Client specified an invalid argument';

const refuse = (status: number, code: string, error: string): TwinReply => ({ status, json: { code, error } });

const badKey = (): TwinReply =>
  refuse(400, argument, 'Incorrect API key provided: sk***gA. You can obtain an API key from https://console.x.ai.');

const noModel = (model: string): TwinReply =>
  refuse(
    404,
    'Some requested entity was not found',
    `The model ${model} does not exist or your team does not have access to it.`,
  );

const refuseOldSearch = (): TwinReply =>
  refuse(
    410,
    'Gone',
    'Live search is deprecated. Please switch to the Agent Tools API: https://docs.x.ai/docs/guides/tools/overview',
  );

export default defineTwin({
  id: 'xai',
  handle,
  failures: {
    'rate-limit': () =>
      refuse(
        429,
        'Some resource has been exhausted',
        'Too many requests for team 01. Your requests per second limit is 8.',
      ),
    'bad-key': badKey,
    quota: () =>
      refuse(
        403,
        'The caller does not have permission to execute the specified operation',
        'Your team has used all available credits or reached its monthly spending limit.',
      ),
    down: () => refuse(503, 'The service is currently unavailable', 'Service temporarily unavailable.'),
    'error-in-200': () => refuse(200, 'The service is currently unavailable', 'Service temporarily unavailable.'),
    empty: () => ({ json: buildReply('grok-4.3', completeText('', 500, 30), 0) }),
    filtered: () => refuse(403, 'The caller does not have permission', 'Content violates usage guidelines.'),
    'too-long': () =>
      refuse(400, argument, "This model's maximum prompt length is 1000000 but the request contains 1200000 tokens."),
    retired: () => refuseOldSearch(),
    'not-found': () => noModel('grok-2'),
  },
});
