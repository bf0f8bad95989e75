/** speaches: transcripts in OpenAI's form, errors in FastAPI's. */
import { answerTranscription } from './shared/openai-other.ts';
import { defineTwin, type TwinReply, type TwinRequest } from './shared/twin.ts';

async function handle(request: TwinRequest): Promise<TwinReply> {
  if (request.method !== 'POST' || !request.url.pathname.endsWith('/audio/transcriptions'))
    return refuse(404, 'Not Found');
  return await answerTranscription(request);
}

const refuse = (status: number, detail: string): TwinReply => ({ status, json: { detail } });

export default defineTwin({
  id: 'whisper',
  handle,
  failures: {
    down: () => refuse(500, 'Internal Server Error'),
    empty: () => ({ json: { task: 'transcribe', language: 'en', duration: 3, text: '', segments: [] } }),
    retired: () => refuse(404, 'Model small does not exist'),
    filtered: () => refuse(400, 'Failed to decode audio'),
  },
});
