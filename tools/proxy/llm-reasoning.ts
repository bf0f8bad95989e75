import { z } from 'zod';
import { bytes, tokens } from '../../src/kernel/tool/coverage.ts';
import { usd } from '../../src/lib/money.ts';
import deepseek from '../../src/providers/deepseek.ts';
import llamacpp from '../../src/providers/llamacpp.ts';
import ollama from '../../src/providers/ollama.ts';
import vllm from '../../src/providers/vllm.ts';
import { defineChatTool, maxTokensField, modelField, promptFields } from './_llm.ts';
import { lexicon } from './llm-reasoning.lexicon.ts';

const sources = { providers: [deepseek, ollama, llamacpp, vllm], names: ['reasoner', 'chat'] };

export default defineChatTool({
  title: 'Reasoning language model',
  description:
    'Ask a language model that reasons step by step before it answers. Use for math, logic, code and planning; for simple answers `llm-fast` is quicker and cheaper.',
  price: usd('0.003'),
  sources,
  input: z.object({
    ...promptFields,
    maxTokens: maxTokensField(4000),
    model: modelField(sources.names, 'reasoner thinks first, chat answers immediately'),
  }),
  lexicon,
  examples: [
    { prompt: 'What is the capital of France?' },
    { prompt: 'Explain HTTP 402 in one sentence.', model: 'chat', maxTokens: 200 },
  ],
  // The tightest of all: thinking is paid like the answer, and twice as much in Beijing's working hours.
  covers: { prompt: bytes(3000), system: bytes(800), maxTokens: tokens(500) },
});
