import { z } from 'zod';
import { usd } from '../../src/lib/money.ts';
import gemini from '../../src/providers/gemini.ts';
import llamacpp from '../../src/providers/llamacpp.ts';
import ollama from '../../src/providers/ollama.ts';
import vllm from '../../src/providers/vllm.ts';
import { answerTokensField, coverModels, defineChatTool, modelField, promptFields } from './_llm.ts';
import { lexicon } from './llm-multimodal.lexicon.ts';

const sources = {
  providers: [gemini, ollama, llamacpp, vllm],
  names: ['small', 'medium', 'large'],
  answerTokens: { medium: 300, large: 85 },
};

export default defineChatTool({
  title: 'Multimodal language model',
  description: 'Ask a language model of a multimodal family with a text prompt. To ask about an image use `vision`.',
  price: usd('0.002'),
  sources,
  input: z.object({
    ...promptFields,
    model: modelField(sources.names, 'small is fastest, large knows most; one price covers less of a larger model'),
    maxTokens: answerTokensField(4000, sources),
  }),
  lexicon,
  examples: [
    { prompt: 'What is the capital of Japan?' },
    { prompt: 'Explain HTTP 402 in one sentence.', system: 'Answer in one short sentence.', maxTokens: 200 },
  ],
  covers: coverModels(
    sources,
    { prompt: 12_000, system: 2500, maxTokens: 1000 },
    { medium: { prompt: 1300, system: 250, maxTokens: 300 }, large: { prompt: 320, system: 60, maxTokens: 85 } },
  ),
});
