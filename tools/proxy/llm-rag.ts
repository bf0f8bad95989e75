import { z } from 'zod';
import { bytes, tokens } from '../../src/kernel/coverage.ts';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import cohere from '../../src/providers/cohere.ts';
import llamacpp from '../../src/providers/llamacpp.ts';
import ollama from '../../src/providers/ollama.ts';
import vllm from '../../src/providers/vllm.ts';
import {
  answerFields,
  answerPrompt,
  computeCeiling,
  LLM_TIMEOUT_MS,
  maxTokensField,
  modelField,
  promptFields,
} from './_llm.ts';
import { lexicon } from './llm-rag.lexicon.ts';

const sources = { providers: [cohere, ollama, llamacpp, vllm], names: ['small', 'large'] };

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
    model: modelField(sources.names, 'small is quick, large more thorough and takes several prices'),
    maxTokens: maxTokensField(4000),
  }),
  output: z.object(answerFields),
  lexicon,
  examples: [
    { prompt: 'What is the capital of Japan?' },
    { prompt: 'Text: the office opens at nine.\n\nQuestion: when does the office open?', maxTokens: 100 },
  ],
  costCeiling: (input, settings) => computeCeiling(sources, input, settings),
  // The large model costs many times the small one: the units of a call with it follow from what it may cost.
  covers: { prompt: bytes(36_000), system: bytes(10_000), maxTokens: tokens(1000) },
  run: (input, ctx) => answerPrompt(sources, input, ctx),
});
