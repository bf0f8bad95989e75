import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import cohere from '../../src/providers/cohere.ts';
import llamacpp from '../../src/providers/llamacpp.ts';
import ollama from '../../src/providers/ollama.ts';
import vllm from '../../src/providers/vllm.ts';
import {
  answerFields,
  answerPrompt,
  answerTokensField,
  computeCeiling,
  coverModels,
  LLM_TIMEOUT_MS,
  modelField,
  promptFields,
} from './_llm.ts';
import { lexicon } from './llm-rag.lexicon.ts';

const sources = {
  providers: [cohere, ollama, llamacpp, vllm],
  names: ['small', 'large'],
  answerTokens: { large: 100 },
};

export default defineTool({
  title: 'Language model for documents',
  description: 'Ask a language model that is made to answer from documents which stand in the prompt.',
  price: usd('0.002'),
  effect: 'read',
  category: 'llm',
  timeoutMs: LLM_TIMEOUT_MS,
  uses: sources.providers,
  input: z.object({
    ...promptFields,
    model: modelField(sources.names, 'small is quick, large more thorough, and one price covers less of it'),
    maxTokens: answerTokensField(4000, sources),
  }),
  output: z.object(answerFields),
  lexicon,
  examples: [
    { prompt: 'What is the capital of Japan?' },
    { prompt: 'Text: the office opens at nine.\n\nQuestion: when does the office open?', maxTokens: 100 },
  ],
  costCeiling: (input, settings) => computeCeiling(sources, input, settings),
  // The large model costs nearly seventy times the small one.
  covers: coverModels(
    sources,
    { prompt: 36_000, system: 10_000, maxTokens: 1000 },
    { large: { prompt: 240, system: 60, maxTokens: 100 } },
  ),
  run: (input, ctx) => answerPrompt(sources, input, ctx),
});
