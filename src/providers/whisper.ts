/** A transcriber on a server of your own in OpenAI's form: speaches, or whisper.cpp with its path set so. */
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { requestOpenAiTranscript, type TranscribeRequest, type Transcript } from './shared/audio/transcripts.ts';
import { defineProvider, settingsOf } from './shared/provider.ts';

const MODEL = 'Systran/faster-whisper-small';

const facts: ProviderDefinition = {
  id: 'whisper',
  title: 'Whisper server',
  tier: 'T0',
  about:
    'Self-hosted speech recognition: speaches, or whisper.cpp started with --inference-path /v1/audio/transcriptions.',
  baseUrl: 'http://127.0.0.1:8000/v1',
  offByDefault: true,
  settings: {
    apiKey: { kind: 'secret', about: 'API key, if your server requires one' },
    model: { kind: 'text', about: 'Speech recognition model', default: MODEL },
  },
};

/** Transcribes a file. Throws `empty` for silence. */
async function transcribe(request: TranscribeRequest, ctx: CallContext): Promise<Transcript> {
  const { apiKey, model = MODEL } = settingsOf(facts, ctx);
  return await requestOpenAiTranscript(facts, { path: '/audio/transcriptions', apiKey, model }, request, ctx);
}

export default defineProvider(facts, { transcribe });
