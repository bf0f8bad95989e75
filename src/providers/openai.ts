/** OpenAI: chat completions, with pictures too; speech and embeddings. https://platform.openai.com/docs/api-reference */
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderFacts } from '../kernel/tool/provider.ts';
import { createOpenAiEmbeddings } from './openai-embeddings.ts';
import { createOpenAiSpeech } from './shared/audio/openai-speech.ts';
import {
  buildModelSettings,
  type ChatAnswer,
  type ChatRequest,
  chooseModel,
  computeChatCeiling,
} from './shared/chat/chat.ts';
import { buildMessages, requestChatCompletion } from './shared/chat/openai-style.ts';
import { defineProvider, settingsOf } from './shared/provider.ts';

/** `generate` takes a temperature, which models that think refuse; `vision` sees. */
const models = {
  generate: { id: 'gpt-4.1-mini', price: { input: 0.4, cached: 0.1, output: 1.6 } },
  vision: { id: 'gpt-6-luna', price: { input: 0.1, cached: 0.01, output: 0.5 } },
} as const;

/** USD per million tokens. */
const embedModel = { id: 'text-embedding-3-small', price: 0.02 };
/** 15 USD per million characters. */
const speechModel = {
  id: 'tts-1',
  price: 15,
  voices: ['alloy', 'ash', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer'],
};

const facts: ProviderFacts = {
  id: 'openai',
  title: 'OpenAI',
  tier: 'T3',
  about: 'Language models that write and see; speech and embeddings.',
  baseUrl: 'https://api.openai.com/v1',
  settings: {
    apiKey: { kind: 'secret', about: 'From platform.openai.com', required: true },
    ...buildModelSettings(models),
    modelEmbed: { kind: 'text', about: 'Model for embeddings', default: embedModel.id },
    modelSpeech: { kind: 'text', about: 'Model that speaks', default: speechModel.id },
  },
};

/** One answer to one prompt. */
async function chat(request: ChatRequest, ctx: CallContext): Promise<ChatAnswer> {
  const settings = settingsOf(facts, ctx);
  const { id, price } = chooseModel(models, settings, request.model);
  const { maxTokens, temperature } = request;
  const effort = chooseLeastEffort(id);
  return await requestChatCompletion(facts, ctx, {
    path: '/chat/completions',
    apiKey: settings.apiKey,
    price,
    body: {
      model: id,
      messages: buildMessages(request),
      ...(effort === undefined
        ? { max_tokens: maxTokens, ...(temperature === undefined ? {} : { temperature }) }
        : { max_completion_tokens: maxTokens, reasoning_effort: effort }),
    },
  });
}

/** How little a model can think, out of the same budget as its answer; undefined for one that never does. */
function chooseLeastEffort(model: string): string | undefined {
  if (/^gpt-(5\.[1-9]|[6-9])/.test(model)) return 'none';
  if (/^gpt-5/.test(model)) return 'minimal';
  return /^o\d/.test(model) ? 'low' : undefined;
}

/** The most `chat` can cost with the default models, in micro-USD. */
const ceiling = (request: ChatRequest): number => computeChatCeiling(models, request);

export default defineProvider(facts, {
  models,
  chat,
  ceiling,
  embeddings: createOpenAiEmbeddings(facts, embedModel),
  speech: createOpenAiSpeech(facts, speechModel),
});
