/** The official clients against our twins of speech, transcripts and embeddings: adapter and twin can't share a mistake. */
import { CohereClient } from 'cohere-ai';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMp3 } from '../../src/providers/shared/audio/mp3.ts';
import cohereTwin from '../../src/sandbox/cohere.ts';
import groqTwin from '../../src/sandbox/groq.ts';
import kokoroTwin from '../../src/sandbox/kokoro.ts';
import openaiTwin from '../../src/sandbox/openai.ts';
import { createSilentWav } from '../../src/sandbox/shared/sound.ts';
import { serveTwin, type WireServer } from '../../src/sandbox/shared/wire.ts';

const servers: WireServer[] = [];
let openai: OpenAI;
let kokoro: OpenAI;
let groq: OpenAI;
let cohere: CohereClient;
beforeAll(async () => {
  const urls = await Promise.all(
    [openaiTwin, kokoroTwin, groqTwin, cohereTwin].map(async (twin) => {
      const server = await serveTwin(twin);
      servers.push(server);
      return server.url;
    }),
  );
  const [openaiUrl = '', kokoroUrl = '', groqUrl = '', cohereUrl = ''] = urls;
  const options = { apiKey: 'k', maxRetries: 0 };
  openai = new OpenAI({ ...options, baseURL: `${openaiUrl}/v1` });
  kokoro = new OpenAI({ ...options, baseURL: `${kokoroUrl}/v1` });
  groq = new OpenAI({ ...options, baseURL: `${groqUrl}/openai/v1` });
  cohere = new CohereClient({ token: 'k', environment: cohereUrl });
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

describe('the openai client', () => {
  it('hears MP3 from OpenAI and Kokoro', async () => {
    for (const [client, model, voice] of [
      [openai, 'tts-1', 'alloy'],
      [kokoro, 'kokoro', 'jf_alpha'],
    ] as const) {
      const speech = await client.audio.speech.create({ model, voice, input: 'Hello, world!' });
      expect(speech.headers.get('content-type')).toBe('audio/mpeg');
      expect(readMp3(new Uint8Array(await speech.arrayBuffer()))).not.toBeNull();
    }
  });

  it('is told what is wrong in words it understands', async () => {
    const long = openai.audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'a'.repeat(4097) });
    await expect(long).rejects.toMatchObject({ status: 400, message: expect.stringContaining('too long') });
    const nobody = openai.audio.speech.create({ model: 'tts-1', voice: 'nobody', input: 'a' });
    await expect(nobody).rejects.toMatchObject({ status: 400, code: 'invalid_value' });
  });

  it('gets vectors in their order', async () => {
    const { data, usage } = await openai.embeddings.create({
      model: 'text-embedding-3-small',
      input: ['a cat', 'a dog'],
      dimensions: 256,
      encoding_format: 'float',
    });
    expect(data.map(({ index, embedding }) => [index, embedding.length])).toEqual([
      [0, 256],
      [1, 256],
    ]);
    expect(usage.total_tokens).toBeGreaterThan(0);
  });

  it('gets a transcript from Groq', async () => {
    const file = await toFile(Buffer.from(createSilentWav('Hello')), 'hello.wav', { type: 'audio/wav' });
    const model = 'whisper-large-v3-turbo';
    const whole = await groq.audio.transcriptions.create({
      file,
      model,
      response_format: 'verbose_json',
      language: 'ja',
    });
    expect(whole).toMatchObject({ language: 'japanese', text: expect.any(String), segments: [{ id: 0, start: 0 }] });
    const noise = await toFile(Buffer.from('no sound'), 'hello.wav');
    await expect(groq.audio.transcriptions.create({ file: noise, model })).rejects.toMatchObject({ status: 400 });
  });
});

describe('the cohere client', () => {
  it('gets vectors by their type', async () => {
    const { embeddings, meta } = await cohere.v2.embed({
      model: 'embed-v4.0',
      texts: ['a cat', 'a dog'],
      inputType: 'search_document',
      embeddingTypes: ['float'],
      outputDimension: 1024,
    });
    expect(embeddings.float?.map(({ length }) => length)).toEqual([1024, 1024]);
    expect(meta?.billedUnits?.inputTokens).toBeGreaterThan(0);
  });

  it('is told when there are too many texts', async () => {
    const texts = Array.from({ length: 97 }, () => 'a');
    const many = cohere.v2.embed({ model: 'embed-v4.0', texts, inputType: 'search_query', embeddingTypes: ['float'] });
    await expect(many).rejects.toMatchObject({ statusCode: 400 });
  });
});
