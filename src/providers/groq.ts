/** Groq: open models, answered fast. https://console.groq.com/docs */
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderFacts } from '../kernel/tool/provider.ts';
import { requestOpenAiTranscript, type TranscribeRequest, type Transcript } from './shared/audio/transcripts.ts';
import {
  buildModelSettings,
  type ChatAnswer,
  type ChatRequest,
  chooseModel,
  computeChatCeiling,
} from './shared/chat/chat.ts';
import { buildJsonFields, buildMessages, requestChatCompletion } from './shared/chat/openai-style.ts';
import { defineProvider, settingsOf } from './shared/provider.ts';

/** Cached tokens cost half. */
const models = {
  fast: { id: 'openai/gpt-oss-20b', price: { input: 0.075, cached: 0.0375, output: 0.3 } },
  large: { id: 'openai/gpt-oss-120b', price: { input: 0.15, cached: 0.075, output: 0.6 } },
} as const;

/** 0.04 USD an hour; ten seconds at least. */
const transcribeModel = { id: 'whisper-large-v3-turbo', secondMicros: 40_000 / 3600, secondsMin: 10 };

const facts: ProviderFacts = {
  id: 'groq',
  title: 'Groq',
  tier: 'T1',
  about: 'Fast language models, and transcripts.',
  baseUrl: 'https://api.groq.com/openai/v1',
  settings: {
    apiKey: { kind: 'secret', about: 'From console.groq.com', required: true },
    ...buildModelSettings(models),
    modelTranscribe: { kind: 'text', about: 'Model that transcribes', default: transcribeModel.id },
  },
};

/** One answer to one prompt. */
async function chat(request: ChatRequest, ctx: CallContext): Promise<ChatAnswer> {
  const settings = settingsOf(facts, ctx);
  const { id, price } = chooseModel(models, settings, request.model);
  return await requestChatCompletion(facts, ctx, {
    path: '/chat/completions',
    apiKey: settings.apiKey,
    price,
    body: {
      model: id,
      messages: buildMessages(request),
      max_completion_tokens: request.maxTokens,
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
      ...buildJsonFields(request),
      // These models always think, out of the same budget: little of it, and not in the reply.
      ...(id.includes('gpt-oss') ? { reasoning_effort: 'low', include_reasoning: false } : {}),
    },
    // The model wrote something else than it was held to.
    classify: ({ status, text }) => (status === 400 && /json_validate_failed/.test(text) ? 'malformed' : undefined),
  });
}

/** The most `chat` can cost with the default models, in micro-USD. */
const ceiling = (request: ChatRequest): number => computeChatCeiling(models, request);

/** What is said in a file. Throws `empty` for silence. */
async function transcribe(request: TranscribeRequest, ctx: CallContext): Promise<Transcript> {
  const { apiKey, modelTranscribe: model = transcribeModel.id } = settingsOf(facts, ctx);
  const transcript = await requestOpenAiTranscript(
    facts,
    { path: '/audio/transcriptions', apiKey, model },
    request,
    ctx,
  );
  if (model === transcribeModel.id) ctx.meter(computeTranscribeCeiling(transcript.durationSeconds ?? 0));
  return transcript;
}

/** The most that so many seconds of sound cost with the default model, in micro-USD. */
const computeTranscribeCeiling = (seconds: number): number =>
  Math.max(seconds, transcribeModel.secondsMin) * transcribeModel.secondMicros;

export default defineProvider(facts, {
  models,
  chat,
  ceiling,
  transcribe,
  transcribeCeiling: computeTranscribeCeiling,
});
