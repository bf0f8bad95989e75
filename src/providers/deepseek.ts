/** DeepSeek: one model that thinks, or not, as asked. https://api-docs.deepseek.com */
import type { CallContext } from '../kernel/context.ts';
import type { ProviderFacts } from '../kernel/provider.ts';
import { type ChatAnswer, type ChatRequest, chatCeiling, chatCompletion, messagesOf } from './openai-style.ts';
import { defineProvider, settingsOf } from './provider.ts';

const MODEL = 'deepseek-flash';
const PRICE = { input: 0.15, output: 0.6 };
const PEAK_PRICE = { input: 0.3, output: 1.2 };
/** Thinking comes out of the same budget as the answer. */
const THINKING_TOKENS_MAX = 2000;

const facts: ProviderFacts = {
  id: 'deepseek',
  title: 'DeepSeek',
  tier: 'T2',
  about: 'Reasoning language model; dearer in the working hours of Beijing.',
  baseUrl: 'https://api.deepseek.com',
  settings: {
    apiKey: { kind: 'secret', about: 'From platform.deepseek.com', required: true },
    modelReasoner: { kind: 'text', about: 'Model that thinks before it answers', default: MODEL },
    modelChat: { kind: 'text', about: 'Model that answers at once', default: MODEL },
  },
};

type Request = ChatRequest & { model: 'reasoner' | 'chat' };

/** One answer to one prompt. */
async function chat(request: Request, ctx: CallContext): Promise<ChatAnswer> {
  const { apiKey, ...settings } = settingsOf(facts, ctx);
  const thinks = request.model === 'reasoner';
  const model = (thinks ? settings.modelReasoner : settings.modelChat) ?? MODEL;
  return await chatCompletion(facts, ctx, {
    path: '/chat/completions',
    apiKey,
    price: model === MODEL ? priceAt(new Date()) : undefined,
    body: {
      model,
      messages: messagesOf(request),
      max_tokens: budget(request),
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
      // Thinking is on, and thorough, when nothing is said.
      ...(thinks ? { thinking: { type: 'enabled' }, reasoning_effort: 'low' } : { thinking: { type: 'disabled' } }),
    },
  });
}

function budget({ model, maxTokens }: Request): number {
  return model === 'reasoner' ? maxTokens + THINKING_TOKENS_MAX : maxTokens;
}

/** Beijing's working hours on weekdays, whether or not it is a holiday there. */
function priceAt(at: Date) {
  const [day, hour] = [at.getUTCDay(), at.getUTCHours()];
  const peak = day >= 1 && day <= 5 && ((hour >= 1 && hour < 4) || (hour >= 6 && hour < 10));
  return peak ? PEAK_PRICE : PRICE;
}

/** The most `chat` can cost with the default model, in micro-USD. */
const ceiling = (request: Request): number => chatCeiling(PEAK_PRICE, { ...request, maxTokens: budget(request) });

export default defineProvider(facts, { chat, ceiling });
