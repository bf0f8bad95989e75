import { z } from 'zod';
import { firstOf } from '../../src/kernel/chain.ts';
import type { CallContext } from '../../src/kernel/context.ts';
import { usd } from '../../src/kernel/money.ts';
import type { ProviderSettings } from '../../src/kernel/ports.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import cohere from '../../src/providers/cohere.ts';
import gemini from '../../src/providers/gemini.ts';
import jina from '../../src/providers/jina.ts';
import openai from '../../src/providers/openai.ts';
import type { EmbedRequest } from '../../src/providers/shared/embeddings.ts';
import tei from '../../src/providers/tei.ts';
import voyage, { type VoyageModel } from '../../src/providers/voyage.ts';
import { attemptsShape } from './_attempts.ts';
import { lexicon } from './embed.lexicon.ts';

const order = {
  quality: ['voyage', 'cohere', 'jina', 'gemini', 'openai', 'tei'],
  fast: ['voyage', 'jina', 'cohere', 'openai', 'gemini', 'tei'],
  cheap: ['tei', 'voyage', 'jina', 'openai'],
} as const;

const providers = { voyage, cohere, jina, gemini, openai, tei };

const PRICE = usd('0.009');

/** Lengths that all of them make. */
const COMMON_SIZES = [256, 512, 1024];
/** Lengths of each by itself: listed, or up to its longest. */
const ownSizes: Readonly<Record<Name, readonly number[] | { max: number }>> = {
  voyage: [...COMMON_SIZES, 2048],
  cohere: [...COMMON_SIZES, 1536],
  jina: { max: 1024 },
  gemini: { max: 3072 },
  openai: { max: 1536 },
  tei: { max: 4096 },
};
/** What the price covers at the default provider, all texts together. */
const BYTES_MAX = 450_000;

type Name = keyof typeof providers;
type Strategy = keyof typeof order;
type Settings = (providerId: string) => ProviderSettings | null;

interface Input extends EmbedRequest {
  strategy: Strategy;
  pin?: Name | undefined;
}

/** Both models lie in one space: the smaller one reads what would cost more than the price with the larger one. */
const chooseVoyageModel = ({ texts, strategy }: Input): VoyageModel =>
  strategy === 'quality' && voyage.ceiling(texts, 'large') <= PRICE ? 'large' : 'lite';

function computeCeiling(name: Name, input: Input): number {
  if (name === 'voyage') return voyage.ceiling(input.texts, chooseVoyageModel(input));
  return name === 'tei' ? 0 : ceilings[name](input.texts);
}

const ceilings = {
  cohere: cohere.embeddings.ceiling,
  jina: jina.ceiling,
  gemini: gemini.embeddings.ceiling,
  openai: openai.embeddings.ceiling,
};

/** A provider that would cost more than the price comes last. */
function chooseOrder(input: Input): Name[] {
  if (input.pin) return [input.pin];
  const names: readonly Name[] = order[input.strategy];
  const dear = names.filter((name) => computeCeiling(name, input) > PRICE);
  return [...names.filter((name) => !dear.includes(name)), ...dear];
}

const buildSources = (input: Input) => ({
  voyage: {
    provider: voyage,
    run: (ctx: CallContext) => voyage.embed({ ...input, model: chooseVoyageModel(input) }, ctx),
  },
  cohere: { provider: cohere, run: (ctx: CallContext) => cohere.embeddings.embed(input, ctx) },
  jina: { provider: jina, run: (ctx: CallContext) => jina.embed(input, ctx) },
  gemini: { provider: gemini, run: (ctx: CallContext) => gemini.embeddings.embed(input, ctx) },
  openai: { provider: openai, run: (ctx: CallContext) => openai.embeddings.embed(input, ctx) },
  tei: { provider: tei, run: (ctx: CallContext) => tei.embed(input, ctx) },
});

function isSupportedSize(dimensions: number, pin: Name | undefined): boolean {
  const sizes = pin ? ownSizes[pin] : COMMON_SIZES;
  return 'max' in sizes ? dimensions <= sizes.max : sizes.includes(dimensions);
}

export default defineTool({
  title: 'Smart embeddings',
  description:
    'Turn texts into vectors of length 1 for search and comparison. Vectors of different models can’t be compared: keep to the model that the answer names, with pin.',
  price: PRICE,
  effect: 'read',
  category: 'llm',
  uses: Object.values(providers),
  usesFor: ({ strategy, pin }) => (pin ? [providers[pin]] : order[strategy].map((name) => providers[name])),
  input: z
    .object({
      texts: z
        .array(z.string().min(1).max(100_000))
        .min(1)
        .max(96)
        .refine((texts) => texts.every((text) => text.trim() !== ''), 'Must not be blank')
        .refine(
          (texts) => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) <= BYTES_MAX,
          `At most ${BYTES_MAX} bytes together`,
        )
        .describe('Up to 96 texts. Of a very long one (8,000 tokens or more) only the beginning may be read'),
      strategy: z
        .enum(['quality', 'fast', 'cheap'])
        .default('quality')
        .describe('quality: best model first; fast: small models; cheap: the operator’s own server first'),
      dimensions: z
        .number()
        .int()
        .min(1)
        .max(4096)
        .default(1024)
        .describe('Length of each vector: 256, 512 or 1024; with pin, whatever that provider makes'),
      inputType: z
        .enum(['query', 'document'])
        .default('document')
        .describe('document: texts to be found; query: what somebody looks for'),
      pin: z
        .enum(['voyage', 'cohere', 'jina', 'gemini', 'openai', 'tei'])
        .optional()
        .describe('Only this provider: nothing falls back to vectors that can’t be compared'),
    })
    .refine(({ dimensions, pin }) => isSupportedSize(dimensions, pin), {
      path: ['dimensions'],
      message: 'Must be 256, 512 or 1024, or a length that the pinned provider makes',
    }),
  output: z.object({
    embeddings: z.array(z.array(z.number())).describe('One vector for each text, in their order'),
    dimensions: z.number().int().describe('Length of each vector'),
    model: z.string().describe('Id of the model'),
    provider: z.string().describe('Id of the provider: name it in pin to stay with it'),
    usage: z.object({ inputTokens: z.number().nullable() }).describe('Tokens read; null where nobody counted'),
    sourceUsed: z.string().describe('Id of the provider that answered'),
    fallbackUsed: z.boolean().describe('Whether a source asked before had failed'),
    attempts: attemptsShape,
  }),
  lexicon,
  examples: [
    { texts: ['The cat sleeps on the mat.', '猫がマットの上で寝ている。'] },
    { texts: ['Where does the cat sleep?'], inputType: 'query', strategy: 'fast', dimensions: 256 },
  ],
  costCeiling(input, settings?: Settings) {
    const first = chooseOrder(input).find((name) => settings === undefined || settings(providers[name].id) !== null);
    return first === undefined ? 0 : computeCeiling(first, input);
  },
  // The same text has the same vector, for whoever paid for it.
  cache: { seconds: 3600 },
  async run(input, ctx) {
    const { value, sourceUsed, fallbackUsed } = await firstOf(chooseOrder(input), buildSources(input), ctx);
    return {
      embeddings: value.vectors,
      dimensions: input.dimensions,
      model: value.model,
      provider: sourceUsed,
      usage: { inputTokens: value.inputTokens },
      sourceUsed,
      fallbackUsed,
      attempts: ctx.attempts,
    };
  },
});
