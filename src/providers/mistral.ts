/** Mistral: models run in Europe. https://docs.mistral.ai/api — a field that it does not know is a 422. */
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderFacts } from '../kernel/tool/provider.ts';
import {
  buildModelSettings,
  type ChatAnswer,
  type ChatRequest,
  chooseModel,
  computeChatCeiling,
} from './shared/chat/chat.ts';
import { buildMessages, requestChatCompletion } from './shared/chat/openai-style.ts';
import { defineProvider, settingsOf } from './shared/provider.ts';

/** Cached tokens cost a tenth: https://docs.mistral.ai/studio-api/conversations/advanced/prompt-caching */
const models = {
  small: { id: 'mistral-small-latest', price: { input: 0.15, cached: 0.015, output: 0.6 } },
  large: { id: 'mistral-large-latest', price: { input: 0.5, cached: 0.05, output: 1.5 } },
  code: { id: 'codestral-latest', price: { input: 0.3, cached: 0.03, output: 0.9 } },
} as const;

const facts: ProviderFacts = {
  id: 'mistral',
  title: 'Mistral',
  tier: 'T1',
  about: 'Language models hosted in Europe; the free plan takes about one request a second.',
  baseUrl: 'https://api.mistral.ai/v1',
  settings: {
    apiKey: { kind: 'secret', about: 'From console.mistral.ai', required: true },
    ...buildModelSettings(models),
  },
};

/** One answer to one prompt. */
async function chat(request: ChatRequest, ctx: CallContext): Promise<ChatAnswer> {
  const settings = settingsOf(facts, ctx);
  const { id, price } = chooseModel(models, settings, request.model);
  return await requestChatCompletion(facts, ctx, {
    path: '/chat/completions',
    apiKey: settings.apiKey,
    // `-latest` moves on by itself, and the reply names what it stands for.
    price,
    body: {
      model: id,
      messages: buildMessages(request),
      max_tokens: request.maxTokens,
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    },
  });
}

/** The most `chat` can cost with the default models, in micro-USD. */
const ceiling = (request: ChatRequest): number => computeChatCeiling(models, request);

export default defineProvider(facts, { models, chat, ceiling });
