import { z } from 'zod';
import { firstOf, type Source } from '../../src/kernel/tool/chain.ts';
import { bytes, tokens } from '../../src/kernel/tool/coverage.ts';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import deepseek from '../../src/providers/deepseek.ts';
import groq from '../../src/providers/groq.ts';
import llamacpp from '../../src/providers/llamacpp.ts';
import ollama from '../../src/providers/ollama.ts';
import type { ChatAnswer, ChatProvider } from '../../src/providers/shared/chat/chat.ts';
import vllm from '../../src/providers/vllm.ts';
import { isSetUp } from './_affordable.ts';
import { sourceFields } from './_attempts.ts';
import { lexicon } from './llm.lexicon.ts';

type Choice = readonly [ChatProvider, string];

/** Models on the operator's own host answer when no hosted one does. */
const listOwnServers = (model: string): Choice[] => [
  [ollama, model],
  [llamacpp, model],
  [vllm, model],
];

/**
 * Who is asked, in order, and for which of its models. `cheap` has the order of `fast`; it differs in the second
 * source, which answers without thinking first: thinking is most of what that one costs.
 */
const order: Readonly<Record<'fast' | 'smart' | 'cheap', readonly Choice[]>> = {
  fast: [[groq, 'fast'], [deepseek, 'reasoner'], ...listOwnServers('chat')],
  smart: [[deepseek, 'reasoner'], [groq, 'large'], ...listOwnServers('reasoner')],
  cheap: [[groq, 'fast'], [deepseek, 'chat'], ...listOwnServers('chat')],
};

const listProviders = (strategy: keyof typeof order): ChatProvider[] => order[strategy].map(([provider]) => provider);

export default defineTool({
  title: 'Smart language model',
  description: 'Ask a language model, the quickest or the one that thinks; another one answers when it fails.',
  price: usd('0.009'),
  effect: 'read',
  category: 'llm',
  uses: listProviders('fast'),
  usesFor: ({ strategy }) => listProviders(strategy),
  input: z.object({
    prompt: z.string().min(1).max(100_000).describe('The question or task'),
    system: z.string().max(20_000).optional().describe('Instructions that stand above the prompt'),
    strategy: z
      .enum(['fast', 'smart', 'cheap'])
      .default('fast')
      .describe('fast: quick model first; smart: reasoning model first; cheap: quick model first, and no thinking'),
    maxTokens: z.number().int().min(1).max(4000).default(500).describe('Longest answer in tokens'),
  }),
  output: z.object({
    response: z.string().describe('What the model answered'),
    model: z.string().describe('Id of the model that answered'),
    provider: z.string().describe('Id of the provider'),
    finishReason: z.string().describe('stop, or length when maxTokens ended the answer'),
    usage: objectOf('Tokens read and written', {
      inputTokens: z.number().nullable(),
      outputTokens: z.number().nullable(),
    }),
    ...sourceFields,
  }),
  lexicon,
  examples: [
    { prompt: 'What is the capital of Japan?' },
    { prompt: 'Explain HTTP 402 in one sentence.', strategy: 'smart', maxTokens: 200 },
  ],
  costCeiling(input, settings) {
    const ready = order[input.strategy].filter(([{ id }]) => isSetUp(settings, id));
    return Math.max(0, ...ready.map(([provider, model]) => provider.ceiling({ ...input, model })));
  },
  covers: { prompt: bytes(15_000), system: bytes(6000), maxTokens: tokens(1000) },
  async run({ strategy, ...request }, ctx) {
    const sources = order[strategy].map(([provider, model]): [string, Source<ChatAnswer>] => [
      provider.id,
      { provider, run: (attempt) => provider.chat({ ...request, model }, attempt) },
    ]);
    const ids = sources.map(([id]) => id);
    const { value, sourceUsed, fallbackUsed } = await firstOf(ids, Object.fromEntries(sources), ctx);
    const { text, ...answer } = value;
    return { response: text, ...answer, provider: sourceUsed, sourceUsed, fallbackUsed, attempts: ctx.attempts };
  },
});
