/** DeepSeek: one model, with or without reasoning. https://api-docs.deepseek.com */
import type { ChatRequest } from './shared/chat/chat.ts';
import { buildUsualFields, defineOpenAiChat } from './shared/chat/define-chat.ts';

const MODEL = 'deepseek-flash';
const PRICE = { input: 0.15, cached: 0.003, output: 0.6 };
const PEAK_PRICE = { input: 0.3, cached: 0.006, output: 1.2 };
/** With little effort thinking seldom takes as much. */
const THINKING_TOKENS = 1000;

const isThinking = ({ model }: ChatRequest): boolean => model !== 'chat';

/** Beijing's working hours on weekdays, whether or not it is a holiday there. */
function isPeak(at: Date): boolean {
  const [day, hour] = [at.getUTCDay(), at.getUTCHours()];
  return day >= 1 && day <= 5 && ((hour >= 1 && hour < 4) || (hour >= 6 && hour < 10));
}

export default defineOpenAiChat(
  {
    id: 'deepseek',
    title: 'DeepSeek',
    tier: 'T2',
    about: 'Reasoning language model. Costs more during Beijing business hours.',
    baseUrl: 'https://api.deepseek.com',
    keyFrom: 'platform.deepseek.com',
    // `reasoner` thinks before it answers, `chat` answers at once.
    models: { reasoner: { id: MODEL, price: PEAK_PRICE }, chat: { id: MODEL, price: PEAK_PRICE } },
  },
  {
    countThinkingTokens: (request) => (isThinking(request) ? THINKING_TOKENS : 0),
    choosePrice: (model) => (model === MODEL ? (isPeak(new Date()) ? PEAK_PRICE : PRICE) : undefined),
    buildFields: (request) => ({
      ...buildUsualFields(request),
      // It knows no schemas.
      response_format: request.json ? { type: 'json_object' } : undefined,
      // Thinking is on, and thorough, when nothing is said.
      ...(isThinking(request)
        ? { thinking: { type: 'enabled' }, reasoning_effort: 'low' }
        : { thinking: { type: 'disabled' } }),
    }),
  },
);
