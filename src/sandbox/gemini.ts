/** Google Gemini: generateContent in its native form. */

import { answerGeminiEmbeddings } from './gemini-embeddings.ts';
import { findExtraField, readFields } from './shared/json-fields.ts';
import { type ChatMessage, type Completion, completeChat, completeText } from './shared/model.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

const documented = 'contents systemInstruction generationConfig safetySettings tools toolConfig';
/** Models of version 3 on think whatever is asked; 2.5 takes a budget, which may be 0. */
const THINKING_TOKENS = 64;

function handle(request: TwinRequest): TwinReply {
  const { method, url, headers, json } = request;
  if (!headers['x-goog-api-key']) return refuse(403, 'PERMISSION_DENIED', "Method doesn't allow unregistered callers.");
  if (method === 'POST' && url.pathname.endsWith(':batchEmbedContents')) return answerGeminiEmbeddings(request);
  const [, model = ''] = /^\/v1beta\/models\/([^/:]+):generateContent$/.exec(decodeURIComponent(url.pathname)) ?? [];
  if (method !== 'POST' || model === '') return { status: 404, body: '' };
  if (!model.startsWith('gemini-')) return noModel(model);
  const fields = readFields(json);
  const extra = findExtraField(fields, documented);
  if (extra !== undefined)
    return refuseInvalid(`Invalid JSON payload received. Unknown name "${extra}": Cannot find field.`);
  if (!Array.isArray(fields.contents) || fields.contents.length === 0) {
    return refuseInvalid('* GenerateContentRequest.contents: contents is not specified');
  }
  const { maxOutputTokens = 65_536, thinkingConfig } = readFields(fields.generationConfig);
  if (!(Number(maxOutputTokens) >= 1)) return refuseInvalid('max_output_tokens must be positive');
  const { thinkingLevel, thinkingBudget } = readFields(thinkingConfig);
  const old = model.startsWith('gemini-2');
  if (old && thinkingLevel !== undefined) return refuseInvalid('Thinking level is not supported for this model.');
  const system = fields.systemInstruction === undefined ? [] : [readMessage('system', fields.systemInstruction)];
  const messages = [...system, ...fields.contents.map((content: unknown) => readMessage('user', content))];
  const thinking = old && thinkingBudget === 0 ? 0 : THINKING_TOKENS;
  return { json: buildReply(model, completeChat({ model, messages }, Number(maxOutputTokens), thinking)) };
}

function readMessage(role: string, content: unknown): ChatMessage {
  const { parts } = readFields(content);
  const texts = Array.isArray(parts) ? parts.map(readFields) : [];
  const images = texts.flatMap(({ inlineData }) => {
    const { mimeType, data } = readFields(inlineData);
    return typeof data === 'string' ? `data:${mimeType};base64,${data}` : [];
  });
  return { role, content: texts.flatMap(({ text }) => (typeof text === 'string' ? text : [])).join('\n'), images };
}

/** Nothing but thinking leaves no `parts` at all. */
function buildReply(model: string, completion: Completion, finishReason = 'STOP'): unknown {
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

const refuseInvalid = (message: string): TwinReply => refuse(400, 'INVALID_ARGUMENT', message);

const noModel = (model: string): TwinReply =>
  refuse(
    404,
    'NOT_FOUND',
    `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
  );

const refuseExceeded = (quotaId: string, seconds: number): TwinReply =>
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
    'rate-limit': () => refuseExceeded('GenerateRequestsPerMinutePerProjectPerModel-FreeTier', 30),
    'bad-key': () =>
      refuse(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
      ]),
    quota: () => refuseExceeded('GenerateRequestsPerDayPerProjectPerModel-FreeTier', 30),
    down: () => refuse(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
    'error-in-200': () => ({ ...refuse(500, 'INTERNAL', 'An internal error has occurred.'), status: 200 }),
    empty: () => ({ json: buildReply(SMALL, completeText('', 500, 12)) }),
    filtered: () => ({
      json: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 12 } },
    }),
    'too-long': () =>
      refuseInvalid('The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'),
    retired: () => noModel('gemini-1.5-flash'),
  },
});
