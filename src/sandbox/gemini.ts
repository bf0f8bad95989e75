/** Google Gemini: generateContent in its native form. */
import { fieldsOf } from './fields.ts';
import { geminiEmbeddings } from './gemini-embeddings.ts';
import { type ChatMessage, type Completion, completed, completionOf } from './model.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './twin.ts';

const known = new Set('contents systemInstruction generationConfig safetySettings tools toolConfig'.split(' '));
/** Models of version 3 on think whatever is asked; 2.5 takes a budget, which may be 0. */
const THINKING_TOKENS = 64;

function handle(request: TwinRequest): TwinReply {
  const { method, url, headers, json } = request;
  if (!headers['x-goog-api-key']) return refuse(403, 'PERMISSION_DENIED', "Method doesn't allow unregistered callers.");
  if (method === 'POST' && url.pathname.endsWith(':batchEmbedContents')) return geminiEmbeddings(request);
  const [, model = ''] = /^\/v1beta\/models\/([^/:]+):generateContent$/.exec(decodeURIComponent(url.pathname)) ?? [];
  if (method !== 'POST' || model === '') return { status: 404, body: '' };
  if (!model.startsWith('gemini-')) return noModel(model);
  const fields = fieldsOf(json);
  const stray = Object.keys(fields).find((field) => !known.has(field));
  if (stray !== undefined) return invalid(`Invalid JSON payload received. Unknown name "${stray}": Cannot find field.`);
  if (!Array.isArray(fields.contents) || fields.contents.length === 0) {
    return invalid('* GenerateContentRequest.contents: contents is not specified');
  }
  const { maxOutputTokens = 65_536, thinkingConfig } = fieldsOf(fields.generationConfig);
  if (!(Number(maxOutputTokens) >= 1)) return invalid('max_output_tokens must be positive');
  const { thinkingLevel, thinkingBudget } = fieldsOf(thinkingConfig);
  const old = model.startsWith('gemini-2');
  if (old && thinkingLevel !== undefined) return invalid('Thinking level is not supported for this model.');
  const system = fields.systemInstruction === undefined ? [] : [messageOf('system', fields.systemInstruction)];
  const messages = [...system, ...fields.contents.map((content: unknown) => messageOf('user', content))];
  const thinking = old && thinkingBudget === 0 ? 0 : THINKING_TOKENS;
  return { json: form(model, completionOf({ model, messages }, Number(maxOutputTokens), thinking)) };
}

function messageOf(role: string, content: unknown): ChatMessage {
  const { parts } = fieldsOf(content);
  const read = Array.isArray(parts) ? parts.map(fieldsOf) : [];
  const images = read.flatMap(({ inlineData }) => {
    const { mimeType, data } = fieldsOf(inlineData);
    return typeof data === 'string' ? `data:${mimeType};base64,${data}` : [];
  });
  return { role, content: read.flatMap(({ text }) => (typeof text === 'string' ? text : [])).join('\n'), images };
}

/** Nothing but thinking leaves no `parts` at all. */
function form(model: string, completion: Completion, finishReason = 'STOP'): unknown {
  const { content, cut, promptTokens, completionTokens, thinkingTokens } = completion;
  const parts = content === '' ? {} : { parts: [{ text: content }] };
  return {
    candidates: [{ content: { role: 'model', ...parts }, finishReason: cut ? 'MAX_TOKENS' : finishReason, index: 0 }],
    usageMetadata: {
      promptTokenCount: promptTokens,
      ...(content === '' ? {} : { candidatesTokenCount: completionTokens - thinkingTokens }),
      ...(thinkingTokens === 0 ? {} : { thoughtsTokenCount: thinkingTokens }),
      totalTokenCount: promptTokens + completionTokens,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: promptTokens }],
    },
    modelVersion: model,
    responseId: 'q0sfaY3pH8mU1dkP7abc',
  };
}

const refuse = (code: number, status: string, message: string, details: unknown[] = []): TwinReply => ({
  status: code,
  json: { error: { code, message, status, ...(details.length > 0 ? { details } : {}) } },
});

const invalid = (message: string): TwinReply => refuse(400, 'INVALID_ARGUMENT', message);

const noModel = (model: string): TwinReply =>
  refuse(
    404,
    'NOT_FOUND',
    `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
  );

const exceeded = (quotaId: string, seconds: number): TwinReply =>
  refuse(
    429,
    'RESOURCE_EXHAUSTED',
    `You exceeded your current quota, please check your plan and billing details. Please retry in ${seconds}.016342224s.`,
    [
      { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId }] },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` },
    ],
  );

const SMALL = 'gemini-2.5-flash-lite';

export default defineTwin({
  id: 'gemini',
  handle,
  failures: {
    'rate-limit': () => exceeded('GenerateRequestsPerMinutePerProjectPerModel-FreeTier', 30),
    'bad-key': () =>
      refuse(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
      ]),
    quota: () => exceeded('GenerateRequestsPerDayPerProjectPerModel-FreeTier', 30),
    down: () => refuse(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
    'error-in-200': () => ({ ...refuse(500, 'INTERNAL', 'An internal error has occurred.'), status: 200 }),
    empty: () => ({ json: form(SMALL, completed('', 500, 12)) }),
    filtered: () => ({
      json: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 12 } },
    }),
    'too-long': () =>
      invalid('The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'),
    retired: () => noModel('gemini-1.5-flash'),
  },
});
