import { z } from 'zod';
import { usd } from '../../src/lib/money.ts';
import cohere from '../../src/providers/cohere.ts';
import llamacpp from '../../src/providers/llamacpp.ts';
import ollama from '../../src/providers/ollama.ts';
import vllm from '../../src/providers/vllm.ts';
import { answerTokensField, coverModels, defineChatTool, modelField, promptFields } from './_llm.ts';
import { lexicon } from './llm-rag.lexicon.ts';

const sources = {
  providers: [cohere, ollama, llamacpp, vllm],
  names: ['small', 'large'],
  answerTokens: { large: 100 },
};

export default defineChatTool({
  title: 'Language model for documents',
  description:
    'Answer a question from documents that you put into the prompt (retrieval-augmented generation). To find the documents use `smart-search` or `smart-embed`.',
  price: usd('0.002'),
  sources,
  input: z.object({
    ...promptFields,
    model: modelField(sources.names, 'small is fast, large is more thorough; one price covers less of it'),
    maxTokens: answerTokensField(4000, sources),
  }),
  lexicon,
  examples: [
    { prompt: 'What is the capital of Japan?' },
    { prompt: 'Text: the office opens at nine.\n\nQuestion: when does the office open?', maxTokens: 100 },
  ],
  // The large model costs nearly seventy times the small one.
  covers: coverModels(
    sources,
    { prompt: 36_000, system: 10_000, maxTokens: 1000 },
    { large: { prompt: 240, system: 60, maxTokens: 100 } },
  ),
});
