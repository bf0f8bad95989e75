import { z } from 'zod';
import { usd } from '../../src/lib/money.ts';
import llamacpp from '../../src/providers/llamacpp.ts';
import mistral from '../../src/providers/mistral.ts';
import ollama from '../../src/providers/ollama.ts';
import vllm from '../../src/providers/vllm.ts';
import { coverModels, defineChatTool, maxTokensField, modelField, promptFields } from './_llm.ts';
import { lexicon } from './llm-eu.lexicon.ts';

const sources = { providers: [mistral, ollama, llamacpp, vllm], names: ['small', 'large', 'code'] };

export default defineChatTool({
  title: 'European language model',
  description:
    'Ask a language model made and hosted in Europe, or one on the operator’s own server. Its model code is made for programming.',
  price: usd('0.003'),
  sources,
  input: z.object({
    ...promptFields,
    model: modelField(sources.names, 'small is fastest, large knows more, code is made for programming'),
    maxTokens: maxTokensField(4000),
  }),
  lexicon,
  examples: [
    { prompt: 'What is the capital of France?' },
    { prompt: 'Explain HTTP 402 in one sentence.', model: 'large', maxTokens: 200 },
  ],
  covers: coverModels(
    sources,
    { prompt: 13_000, system: 2500, maxTokens: 1000 },
    { large: { prompt: 3600, system: 800, maxTokens: 500 }, code: { prompt: 5600, system: 1300, maxTokens: 1000 } },
  ),
});
