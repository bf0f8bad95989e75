import { z } from 'zod';
import type { FindSettings } from '../../src/kernel/ports.ts';
import { firstOf } from '../../src/kernel/tool/chain.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { bytes } from '../../src/kernel/tool/coverage.ts';
import { withModel } from '../../src/kernel/tool/provider.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { usd } from '../../src/lib/money.ts';
import cohere from '../../src/providers/cohere.ts';
import gemini from '../../src/providers/gemini.ts';
import jina from '../../src/providers/jina.ts';
import openai from '../../src/providers/openai.ts';
import type { EmbedRequest } from '../../src/providers/shared/chat/embeddings.ts';
import tei from '../../src/providers/tei.ts';
import voyage, { type VoyageModel } from '../../src/providers/voyage.ts';
import { chooseAffordable, computeDearest, isSetUp } from './_affordable.ts';
import { sourceFields } from './_attempts.ts';
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
/** Amount that one price covers at each, all texts together. */
const bytesOf: Readonly<Record<Name, number>> = {
  voyage: 450_000,
  openai: 450_000,
  jina: 180_000,
  cohere: 75_000,
  gemini: 60_000,
  tei: Number.MAX_SAFE_INTEGER,
};

type Name = keyof typeof providers;
type Strategy = keyof typeof order;

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

const isReady =
  (settings: FindSettings | undefined) =>
  (name: Name): boolean =>
    isSetUp(settings, providers[name].id);

/** Amount that one price covers at the cheapest paid provider. */
function chooseBytes(settings?: FindSettings): number {
  const paid = keysOf(bytesOf).filter((name) => name !== 'tei' && isReady(settings)(name));
  return Math.max(0, ...paid.map((name) => bytesOf[name])) || bytesOf.tei;
}

const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>): K[] => {
  const names: K[] = [];
  for (const name in record) names.push(name);
  return names;
};

/** Those of the strategy that what the texts cost pays for. */
function chooseOrder(input: Input, settings?: FindSettings): Name[] {
  if (input.pin) return [input.pin];
  const size = input.texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const budget = PRICE * Math.ceil(size / chooseBytes(settings));
  const cost = (name: Name): number => computeCeiling(name, input);
  return chooseAffordable<Name>(order[input.strategy], budget, cost, isReady(settings));
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

const hasFallenBack = (output: unknown): boolean =>
  z.object({ fallbackUsed: z.literal(true) }).safeParse(output).success;

function isSupportedSize(dimensions: number, pin: Name | undefined): boolean {
  const sizes = pin ? ownSizes[pin] : COMMON_SIZES;
  return 'max' in sizes ? dimensions <= sizes.max : sizes.includes(dimensions);
}

export default defineTool({
  title: 'Embed texts',
  description:
    'Turn texts into embedding vectors for semantic search, clustering and comparison. Vectors of different models can’t be compared, so pass the provider of the first response as pin in later calls.',
  mcpLists: [],
  price: PRICE,
  effect: 'read',
  category: 'llm',
  uses: Object.values(providers).map((one) => ('embeddings' in one ? withModel(one, 'modelEmbed') : one)),
  usesFor: ({ strategy, pin }) => (pin ? [providers[pin]] : order[strategy].map((name) => providers[name])),
  input: z
    .object({
      texts: z
        .array(z.string().min(1).max(100_000))
        .min(1)
        .max(96)
        .refine((texts) => texts.every((text) => text.trim() !== ''), 'Must not be blank')
        .describe('Up to 96 texts. Only the beginning of a text over 8,000 tokens may be used.'),
      strategy: z
        .enum(['quality', 'fast', 'cheap'])
        .default('quality')
        .describe('quality: best model first; fast: small models first; cheap: the operator’s own server first.'),
      dimensions: z
        .number()
        .int()
        .min(1)
        .max(4096)
        .default(1024)
        .describe('Length of each vector: 256, 512 or 1024. With pin, any length of that provider.'),
      inputType: z
        .enum(['query', 'document'])
        .default('document')
        .describe('document: texts to search in; query: text to search for.'),
      pin: z
        .enum(['voyage', 'cohere', 'jina', 'gemini', 'openai', 'tei'])
        .optional()
        .describe('Use only this provider, without fallback, so that vectors stay comparable.'),
    })
    .refine(({ dimensions, pin }) => isSupportedSize(dimensions, pin), {
      path: ['dimensions'],
      message: 'Must be 256, 512, 1024, or a length that the pinned provider supports',
    }),
  output: z.object({
    embeddings: z.array(z.array(z.number())).describe('One vector of length 1 per text, in the order of texts.'),
    dimensions: z.number().int().describe('Number of dimensions of each vector.'),
    model: z.string().describe('ID of the embedding model.'),
    provider: z.string().describe('ID of the provider; pass it as pin to get comparable vectors.'),
    usage: z
      .object({ inputTokens: z.number().nullable().describe('Tokens of all texts; null if not reported.') })
      .describe('Token usage of the call.'),
    ...sourceFields,
  }),
  lexicon,
  examples: [
    { texts: ['The cat sleeps on the mat.', '猫がマットの上で寝ている。'] },
    { texts: ['Where does the cat sleep?'], inputType: 'query', strategy: 'fast', dimensions: 256 },
  ],
  costCeiling(input, settings) {
    const cost = (name: Name): number => computeCeiling(name, input);
    return computeDearest(chooseOrder(input, settings), cost, isReady(settings));
  },
  covers: (settings) => ({ texts: bytes(chooseBytes(settings)) }),
  // The same text has the same vector. A fallback's vectors can't be compared with those of the first source.
  cache: { seconds: 3600, isKept: (output) => !hasFallenBack(output) },
  async run(input, ctx) {
    const { value, sourceUsed, fallbackUsed } = await firstOf(
      chooseOrder(input, (id) => ctx.environment.settings(id)),
      buildSources(input),
      ctx,
    );
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
