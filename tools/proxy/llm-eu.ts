import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import llamacpp from '../../src/providers/llamacpp.ts';
import mistral from '../../src/providers/mistral.ts';
import ollama from '../../src/providers/ollama.ts';
import vllm from '../../src/providers/vllm.ts';
import {
  answerFields,
  answerPrompt,
  computeCeiling,
  coverModels,
  LLM_TIMEOUT_MS,
  maxTokensField,
  modelField,
  promptFields,
} from './_llm.ts';
import { lexicon } from './llm-eu.lexicon.ts';

const sources = { providers: [mistral, ollama, llamacpp, vllm], names: ['small', 'large', 'code'] };

export default defineTool({
  title: 'European language model',
  description: 'Ask a language model that is made and hosted in Europe, or on the operator’s own server.',
  price: usd('0.003'),
  effect: 'read',
  category: 'llm',
  timeoutMs: LLM_TIMEOUT_MS,
  uses: sources.providers,
  input: z.object({
    ...promptFields,
    model: modelField(sources.names, 'small is quick, large knows more, code writes programs'),
    maxTokens: maxTokensField(4000),
  }),
  output: z.object(answerFields),
  lexicon,
  examples: [
    { prompt: 'What is the capital of France?' },
    { prompt: 'Explain HTTP 402 in one sentence.', model: 'large', maxTokens: 200 },
  ],
  costCeiling: (input, settings) => computeCeiling(sources, input, settings),
  covers: coverModels(
    sources,
    { prompt: 13_000, system: 2500, maxTokens: 1000 },
    { large: { prompt: 3600, system: 800, maxTokens: 500 }, code: { prompt: 5600, system: 1300, maxTokens: 1000 } },
  ),
  run: (input, ctx) => answerPrompt(sources, input, ctx),
});
