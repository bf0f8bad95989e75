/** OpenAI: chat completions, with pictures too; speech and embeddings. https://platform.openai.com/docs/api-reference */
import { createOpenAiEmbeddings } from './openai-embeddings.ts';
import { createOpenAiSpeech } from './shared/audio/openai-speech.ts';
import { buildUsualFields, defineOpenAiChat } from './shared/chat/define-chat.ts';
import { defineProvider } from './shared/provider.ts';

/** USD per million tokens. */
const embedModel = { id: 'text-embedding-3-small', price: 0.02 };
/** 15 USD per million characters. */
const speechModel = {
  id: 'tts-1',
  price: 15,
  voices: ['alloy', 'ash', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer'],
};

/**
 * Least reasoning effort of a model, which counts against the budget of its answer; undefined for models without
 * reasoning.
 */
function chooseLeastEffort(model: string): string | undefined {
  if (/^gpt-(5\.[1-9]|[6-9])/.test(model)) return 'none';
  if (/^gpt-5/.test(model)) return 'minimal';
  return /^o\d/.test(model) ? 'low' : undefined;
}

const chat = defineOpenAiChat(
  {
    id: 'openai',
    title: 'OpenAI',
    tier: 'T3',
    about: 'Language models with vision, speech synthesis and embeddings.',
    baseUrl: 'https://api.openai.com/v1',
    keyFrom: 'platform.openai.com',
    // `generate` takes a temperature, which models that think refuse; `vision` sees.
    models: {
      generate: { id: 'gpt-4.1-mini', price: { input: 0.4, cached: 0.1, output: 1.6 } },
      vision: { id: 'gpt-6-luna', price: { input: 0.1, cached: 0.01, output: 0.5 } },
    },
    settings: {
      modelEmbed: { kind: 'text', about: 'Model for embeddings', default: embedModel.id },
      modelSpeech: { kind: 'text', about: 'Speech model', default: speechModel.id },
    },
  },
  {
    buildFields(request, model) {
      const effort = chooseLeastEffort(model);
      if (effort === undefined) return buildUsualFields(request);
      return { max_completion_tokens: request.maxTokens, reasoning_effort: effort };
    },
  },
);

export default defineProvider(chat, {
  embeddings: createOpenAiEmbeddings(chat, embedModel),
  speech: createOpenAiSpeech(chat, speechModel),
});
