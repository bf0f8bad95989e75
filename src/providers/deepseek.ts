/** DeepSeek: one model that thinks, or not, as asked. https://api-docs.deepseek.com */
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

const MODEL = 'deepseek-flash';
const PRICE = { input: 0.15, cached: 0.003, output: 0.6 };
const PEAK_PRICE = { input: 0.3, cached: 0.006, output: 1.2 };
/** Thinking comes out of the same budget as the answer; with little effort it seldom takes as much. */
const THINKING_TOKENS = 1000;

/** `reasoner` thinks before it answers, `chat` answers at once. */
const models = {
  reasoner: { id: MODEL, price: PEAK_PRICE },
  chat: { id: MODEL, price: PEAK_PRICE },
} as const;

const facts: ProviderFacts = {
  id: 'deepseek',
  title: 'DeepSeek',
  tier: 'T2',
  about: 'Reasoning language model; dearer in the working hours of Beijing.',
  baseUrl: 'https://api.deepseek.com',
  settings: {
    apiKey: { kind: 'secret', about: 'From platform.deepseek.com', required: true },
    ...buildModelSettings(models),
  },
};

/** One answer to one prompt. */
async function chat(request: ChatRequest, ctx: CallContext): Promise<ChatAnswer> {
  const settings = settingsOf(facts, ctx);
  const { id } = chooseModel(models, settings, request.model);
  return await requestChatCompletion(facts, ctx, {
    path: '/chat/completions',
    apiKey: settings.apiKey,
    price: id === MODEL ? choosePrice(new Date()) : undefined,
    body: {
      model: id,
      messages: buildMessages(request),
      max_tokens: computeBudget(request),
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
      // It knows no schemas.
      ...(request.json ? { response_format: { type: 'json_object' } } : {}),
      // Thinking is on, and thorough, when nothing is said.
      ...(isThinking(request)
        ? { thinking: { type: 'enabled' }, reasoning_effort: 'low' }
        : { thinking: { type: 'disabled' } }),
    },
  });
}

const isThinking = ({ model }: ChatRequest): boolean => model !== 'chat';

const computeBudget = (request: ChatRequest): number => request.maxTokens + (isThinking(request) ? THINKING_TOKENS : 0);

/** Beijing's working hours on weekdays, whether or not it is a holiday there. */
function choosePrice(at: Date) {
  const [day, hour] = [at.getUTCDay(), at.getUTCHours()];
  const peak = day >= 1 && day <= 5 && ((hour >= 1 && hour < 4) || (hour >= 6 && hour < 10));
  return peak ? PEAK_PRICE : PRICE;
}

/** The most `chat` can cost with the default model, in micro-USD. */
const ceiling = (request: ChatRequest): number =>
  computeChatCeiling(models, { ...request, maxTokens: computeBudget(request) });

export default defineProvider(facts, { models, chat, ceiling });
