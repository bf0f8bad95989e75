/** Embeddings of the providers that are known for other things. */
import { describe, expect, it } from 'vitest';
import cohere from '../../src/providers/cohere.ts';
import gemini from '../../src/providers/gemini.ts';
import openai from '../../src/providers/openai.ts';
import cohereTwin from '../../src/sandbox/cohere.ts';
import geminiTwin from '../../src/sandbox/gemini.ts';
import openaiTwin from '../../src/sandbox/openai.ts';
import type { TwinBench } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';
import { embedCase, lengthOf, likeness } from './embed-case.ts';

const more =
  ({ embeddings }: typeof cohere | typeof openai | typeof gemini, model: string) =>
  (bench: () => TwinBench): void => {
    it('gives vectors of length 1 that know what is alike', async () => {
      const { vectors, ...facts } = await embeddings.embed({ ...embedCase, inputType: 'query' }, bench().context());
      for (const vector of vectors) expect(lengthOf(vector)).toBeCloseTo(1, 6);
      expect(likeness(vectors[0], vectors[1])).toBeGreaterThan(likeness(vectors[0], vectors[2]) + 0.2);
      expect(facts.model).toBe(model);
      expect(embeddings.ceiling(['日本'])).toBeGreaterThan(0);
    });
  };

describe('embeddings', () => {
  describeProvider(
    {
      provider: cohere,
      twin: cohereTwin,
      ask: (ctx) => cohere.embeddings.embed(embedCase, ctx),
      failures: {
        'rate-limit': 'rate',
        'bad-key': 'auth',
        quota: 'quota',
        down: 'overloaded',
        'error-in-200': 'malformed',
        'too-long': 'context',
        retired: 'retired',
      },
    },
    more(cohere, 'embed-v4.0'),
  );
  describeProvider(
    {
      provider: openai,
      twin: openaiTwin,
      ask: (ctx) => openai.embeddings.embed(embedCase, ctx),
      failures: {
        'rate-limit': 'rate',
        'bad-key': 'auth',
        quota: 'quota',
        down: 'overloaded',
        'error-in-200': 'lying',
        'too-long': 'context',
        retired: 'retired',
      },
      retryAfterSeconds: 30,
    },
    more(openai, 'text-embedding-3-small'),
  );
  describeProvider(
    {
      provider: gemini,
      twin: geminiTwin,
      ask: (ctx) => gemini.embeddings.embed(embedCase, ctx),
      failures: { 'bad-key': 'auth', down: 'overloaded', 'error-in-200': 'lying' },
      retryAfterSeconds: 30,
    },
    more(gemini, 'gemini-embedding-001'),
  );
});
