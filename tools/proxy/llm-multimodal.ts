import { z } from 'zod';
import { bytes, tokens } from '../../src/kernel/coverage.ts';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import gemini from '../../src/providers/gemini.ts';
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
import { lexicon } from './llm-multimodal.lexicon.ts';

const sources = { providers: [gemini, ollama, llamacpp, vllm], names: ['small', 'medium', 'large'] };

export default defineTool({
  title: 'Multimodal language model',
  description: 'Ask a model of a family that reads text and pictures; the tool vision shows it pictures.',
  price: usd('0.002'),
  effect: 'read',
  category: 'llm',
  timeoutMs: LLM_TIMEOUT_MS,
  uses: sources.providers,
  input: z.object({
    ...promptFields,
    model: modelField(sources.names, 'small is quickest, large knows most; medium and large take several prices'),
    maxTokens: maxTokensField(4000),
  }),
  output: z.object(answerFields),
  lexicon,
  examples: [
    { prompt: 'What is the capital of Japan?' },
    { prompt: 'Explain HTTP 402 in one sentence.', system: 'Answer in one short sentence.', maxTokens: 200 },
  ],
  costCeiling: (input, settings) => computeCeiling(sources, input, settings),
  covers: { prompt: bytes(12_000), system: bytes(2500), maxTokens: tokens(1000) },
  run: (input, ctx) => answerPrompt(sources, input, ctx),
});
