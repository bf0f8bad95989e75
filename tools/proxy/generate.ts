import { z } from 'zod';
import { bytes, tokens } from '../../src/kernel/tool/coverage.ts';
import { usd } from '../../src/lib/money.ts';
import anthropic from '../../src/providers/anthropic.ts';
import llamacpp from '../../src/providers/llamacpp.ts';
import ollama from '../../src/providers/ollama.ts';
import openai from '../../src/providers/openai.ts';
import vllm from '../../src/providers/vllm.ts';
import { defineChatTool, maxTokensField, promptFields } from './_llm.ts';
import { lexicon } from './generate.lexicon.ts';

const sources = { providers: [anthropic, openai, ollama, llamacpp, vllm], names: [] };

export default defineChatTool({
  title: 'Text generation',
  description:
    'Write a text such as an email, summary, product description or story, with adjustable randomness. For short or simple answers `llm-fast` costs less.',
  price: usd('0.010'),
  sources,
  input: z.object({
    ...promptFields,
    maxTokens: maxTokensField(2000),
    temperature: z
      .number()
      .min(0)
      .max(1)
      .default(0.7)
      .describe('Randomness of the text: 0 is most predictable, 1 most varied.'),
  }),
  lexicon,
  examples: [
    { prompt: 'Describe a red bicycle in two sentences.' },
    { prompt: 'Explain HTTP 402 in one sentence.', system: 'Write for children.', maxTokens: 200, temperature: 0 },
  ],
  covers: { prompt: bytes(6000), system: bytes(1200), maxTokens: tokens(500) },
});
