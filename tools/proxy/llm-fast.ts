import { z } from 'zod';
import { usd } from '../../src/lib/money.ts';
import groq from '../../src/providers/groq.ts';
import llamacpp from '../../src/providers/llamacpp.ts';
import ollama from '../../src/providers/ollama.ts';
import vllm from '../../src/providers/vllm.ts';
import { coverModels, defineChatTool, maxTokensField, modelField, promptFields } from './_llm.ts';
import { lexicon } from './llm-fast.lexicon.ts';

const sources = { providers: [groq, ollama, llamacpp, vllm], names: ['fast', 'large'] };

export default defineChatTool({
  title: 'Fast language model',
  description:
    'Ask a small, fast language model at low cost. Use for short answers, classification and rewriting; for hard problems use `llm-reasoning`.',
  price: usd('0.002'),
  sources,
  input: z.object({
    ...promptFields,
    model: modelField(sources.names, 'fast has the lowest latency, large knows more'),
    maxTokens: maxTokensField(8192),
  }),
  lexicon,
  examples: [
    { prompt: 'What is the capital of Japan?' },
    { prompt: 'Explain HTTP 402 in one sentence.', system: 'Answer like a patient teacher.', maxTokens: 200 },
  ],
  covers: coverModels(
    sources,
    { prompt: 16_000, system: 6000, maxTokens: 1000 },
    { large: { prompt: 7000, system: 2200, maxTokens: 1000 } },
  ),
});
