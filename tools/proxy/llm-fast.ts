import { z } from 'zod';
import { firstConfigured } from '../../src/kernel/chain.ts';
import { usd } from '../../src/kernel/money.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import groq from '../../src/providers/groq.ts';

const providers = [groq];

export default defineTool({
  title: 'Fast language model',
  description: 'Ask a small, very fast language model.',
  price: usd('0.002'),
  effect: 'read',
  category: 'llm',
  uses: providers,
  input: z.object({
    prompt: z.string().min(1).max(100_000).describe('The question or task'),
    system: z.string().max(20_000).optional().describe('Instructions that stand above the prompt'),
    model: z.enum(['fast', 'large']).default('fast').describe('fast answers quickest, large knows more'),
    maxTokens: z.number().int().min(1).max(8192).default(500).describe('Longest answer in tokens, thinking included'),
  }),
  output: z.object({
    response: z.string().describe('What the model answered'),
    model: z.string().describe('Id of the model that answered'),
    provider: z.string().describe('Id of the provider'),
    finishReason: z.string().describe('stop, or length when maxTokens ended the answer'),
    usage: z
      .object({ inputTokens: z.number().nullable(), outputTokens: z.number().nullable() })
      .describe('Tokens read and written'),
    sourceUsed: z.string().describe('Id of the provider that answered'),
  }),
  examples: [
    { prompt: 'What is the capital of Japan?' },
    { prompt: 'Explain HTTP 402 in one sentence.', system: 'Answer like a patient teacher.', maxTokens: 200 },
  ],
  costCeiling: (input) => groq.ceiling(input),
  caps: { prompt: 6000, system: 2000 },
  async run(input, ctx) {
    const provider = firstConfigured(providers, ctx);
    const { text, ...answer } = await provider.chat(input, ctx);
    return { response: text, ...answer, provider: provider.id, sourceUsed: provider.id };
  },
});
