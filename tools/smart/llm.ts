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
 * Models in order. `cheap` has the order of `fast`; it differs in the second source, which answers without thinking
 * first: thinking is most of what that one costs.
 */
const order: Readonly<Record<'fast' | 'smart' | 'cheap', readonly Choice[]>> = {
  fast: [[groq, 'fast'], [deepseek, 'reasoner'], ...listOwnServers('chat')],
  smart: [[deepseek, 'reasoner'], [groq, 'large'], ...listOwnServers('reasoner')],
  cheap: [[groq, 'fast'], [deepseek, 'chat'], ...listOwnServers('chat')],
};

const listProviders = (strategy: keyof typeof order): ChatProvider[] => order[strategy].map(([provider]) => provider);

export default defineTool({
  title: 'Ask a language model',
  description: 'Ask a language model a question or have it write text. For recent facts use `smart-search`.',
  keywords:
    'write an email, draft an email, write a message, write a letter, product description, summarize a document, proofread a text, メールを書, 文章を書, 写邮件, 写文案',
  price: usd('0.009'),
  effect: 'read',
  category: 'llm',
  uses: listProviders('fast'),
  usesFor: ({ strategy }) => listProviders(strategy),
  input: z.object({
    prompt: z.string().min(1).max(100_000).describe('Question or task for the model.'),
    system: z.string().max(20_000).optional().describe('System prompt: role, rules or tone.'),
    strategy: z
      .enum(['fast', 'smart', 'cheap'])
      .default('fast')
      .describe('fast: quick model first; smart: reasoning model first; cheap: quick model, no reasoning.'),
    maxTokens: z.number().int().min(1).max(4000).default(500).describe('Maximum answer length in tokens.'),
  }),
  output: z.object({
    response: z.string().describe('Answer of the model, as text.'),
    model: z.string().describe('ID of the model that answered.'),
    provider: z.string().describe('ID of the provider that runs the model.'),
    finishReason: z.string().describe('`stop`, or `length` if maxTokens cut the answer off.'),
    usage: objectOf('Token usage of the call.', {
      inputTokens: z.number().nullable().describe('Tokens of the prompt; null if not reported.'),
      outputTokens: z.number().nullable().describe('Tokens of the answer; null if not reported.'),
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
