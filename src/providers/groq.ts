/** Groq: open models, answered fast. https://console.groq.com/docs */
import type { CallContext } from '../kernel/tool/context.ts';
import { requestOpenAiTranscript, type TranscribeRequest, type Transcript } from './shared/audio/transcripts.ts';
import { defineOpenAiChat } from './shared/chat/define-chat.ts';
import { buildJsonFields } from './shared/chat/openai-style.ts';
import { meterCost } from './shared/cost.ts';
import { defineProvider, settingsOf } from './shared/provider.ts';

/** 0.04 USD an hour; ten seconds at least. */
const transcribeModel = { id: 'whisper-large-v3-turbo', secondMicros: 40_000 / 3600, secondsMin: 10 };

/** The most that so many seconds of sound cost with the default model, in micro-USD. */
const computeTranscribeCeiling = (seconds: number): number =>
  Math.max(seconds, transcribeModel.secondsMin) * transcribeModel.secondMicros;

const chat = defineOpenAiChat(
  {
    id: 'groq',
    title: 'Groq',
    tier: 'T1',
    about: 'Fast language models and speech recognition.',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyFrom: 'console.groq.com',
    // Cached tokens cost half.
    models: {
      fast: { id: 'openai/gpt-oss-20b', price: { input: 0.075, cached: 0.0375, output: 0.3 } },
      large: { id: 'openai/gpt-oss-120b', price: { input: 0.15, cached: 0.075, output: 0.6 } },
    },
    settings: {
      modelTranscribe: { kind: 'text', about: 'Speech recognition model', default: transcribeModel.id },
    },
  },
  {
    buildFields: (request, model) => ({
      max_completion_tokens: request.maxTokens,
      temperature: request.temperature,
      ...buildJsonFields(request),
      // These models always think, out of the same budget: little of it, and not in the reply.
      ...(model.includes('gpt-oss') ? { reasoning_effort: 'low', include_reasoning: false } : {}),
    }),
    // The model wrote something else than it was held to.
    classify: ({ status, text }) => (status === 400 && /json_validate_failed/.test(text) ? 'malformed' : undefined),
  },
);

/** Transcribes a file. Throws `empty` for silence. */
async function transcribe(request: TranscribeRequest, ctx: CallContext): Promise<Transcript> {
  const { apiKey, modelTranscribe: model = transcribeModel.id } = settingsOf(chat, ctx);
  const target = { path: '/audio/transcriptions', apiKey, model };
  const transcript = await requestOpenAiTranscript(chat, target, request, ctx);
  if (model === transcribeModel.id) meterCost(chat, ctx, computeTranscribeCeiling(transcript.durationSeconds ?? 0));
  return transcript;
}

export default defineProvider(chat, { transcribe, transcribeCeiling: computeTranscribeCeiling });
