/** Groq: open models, answered fast. https://console.groq.com/docs */
import type { CallContext } from '../kernel/context.ts';
import type { ProviderFacts } from '../kernel/provider.ts';
import { type ChatAnswer, type ChatRequest, chatCeiling, chatCompletion, messagesOf } from './openai-style.ts';
import { defineProvider, settingsOf } from './provider.ts';

const models = {
  fast: { id: 'openai/gpt-oss-20b', price: { input: 0.075, output: 0.3 } },
  large: { id: 'openai/gpt-oss-120b', price: { input: 0.15, output: 0.6 } },
} as const;

export type GroqModel = keyof typeof models;

const facts: ProviderFacts = {
  id: 'groq',
  title: 'Groq',
  tier: 'T1',
  about: 'Fast language models.',
  baseUrl: 'https://api.groq.com/openai/v1',
  settings: {
    apiKey: { kind: 'secret', about: 'From console.groq.com', required: true },
    modelFast: { kind: 'text', about: 'Model behind the name fast', default: models.fast.id },
    modelLarge: { kind: 'text', about: 'Model behind the name large', default: models.large.id },
  },
};

type Request = ChatRequest & { model?: GroqModel };

/** One answer to one prompt. */
async function chat(request: Request, ctx: CallContext): Promise<ChatAnswer> {
  const { apiKey, ...settings } = settingsOf(facts, ctx);
  const wanted = (request.model === 'large' ? settings.modelLarge : settings.modelFast) ?? models.fast.id;
  return await chatCompletion(facts, ctx, {
    path: '/chat/completions',
    apiKey,
    price: Object.values(models).find(({ id }) => id === wanted)?.price,
    body: {
      model: wanted,
      messages: messagesOf(request),
      max_completion_tokens: request.maxTokens,
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
      // These models always think, out of the same budget: little of it, and not in the reply.
      ...(wanted.includes('gpt-oss') ? { reasoning_effort: 'low', include_reasoning: false } : {}),
    },
  });
}

/** The most `chat` can cost with the default models, in micro-USD. */
const ceiling = (request: Request): number => chatCeiling(models[request.model ?? 'fast'].price, request);

export default defineProvider(facts, { chat, ceiling });
