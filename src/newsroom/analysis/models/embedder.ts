/** Embeddings for comparing releases and media by meaning: `ctx.services.embedder`. Without a provider there are none. */
import { createHash } from 'node:crypto';
import { type CallContext, withTimeout } from '../../../kernel/tool/context.ts';
import type { ProviderDefinition } from '../../../kernel/tool/provider.ts';
import cohere from '../../../providers/cohere.ts';
import gemini from '../../../providers/gemini.ts';
import jina from '../../../providers/jina.ts';
import openai from '../../../providers/openai.ts';
import type { EmbedAnswer, EmbedRequest } from '../../../providers/shared/chat/embeddings.ts';
import tei from '../../../providers/tei.ts';
import voyage from '../../../providers/voyage.ts';
import { cutCodePoints } from '../../../text/truncate.ts';
import { type CostPurpose, meterCall } from '../../costs/meter.ts';

declare module '../../../kernel/tool/context.ts' {
  interface Services {
    embedder: Embedder;
  }
}

export interface TextVector {
  /** Provider and model: vectors of two can't be compared. */
  model: string;
  values: Float32Array;
}

export interface Embedder {
  /** Id of the provider that would be asked; null without one. */
  identify(ctx: Pick<CallContext, 'environment'>): string | null;
  /** Tells vectors of one model, as it is set up, from those of another; null without a provider. */
  describeSpace(ctx: Pick<CallContext, 'environment'>): string | null;
  /** One for each text, in their order; null without a provider, or when it fails. */
  embed(ctx: CallContext, request: EmbedTask): Promise<TextVector[] | null>;
  /** Of a release as a query; one that was asked for lately is not paid for again. */
  embedRelease(ctx: CallContext, release: EmbedRelease, companyId: string): Promise<TextVector | null>;
}

export interface EmbedTask extends Pick<EmbedRequest, 'texts' | 'inputType'> {
  purpose: CostPurpose;
}

export interface EmbedRelease {
  id: number;
  title: string;
  body: string;
}

export interface EmbedderOptions {
  /** Id of the provider; else the first that is set up. */
  provider: string | undefined;
  zone: string;
}

interface Engine {
  provider: ProviderDefinition;
  ceiling(texts: readonly string[]): number;
  embed(request: EmbedRequest, ctx: CallContext): Promise<EmbedAnswer>;
}

/** In the order in which they are chosen. */
const engines: readonly Engine[] = [
  {
    provider: voyage,
    ceiling: (texts) => voyage.ceiling(texts, 'lite'),
    embed: (request, ctx) => voyage.embed({ ...request, model: 'lite' }, ctx),
  },
  {
    provider: cohere,
    ceiling: cohere.embeddings.ceiling,
    embed: (request, ctx) => cohere.embeddings.embed(request, ctx),
  },
  { provider: jina, ceiling: jina.ceiling, embed: (request, ctx) => jina.embed(request, ctx) },
  {
    provider: openai,
    ceiling: openai.embeddings.ceiling,
    embed: (request, ctx) => openai.embeddings.embed(request, ctx),
  },
  {
    provider: gemini,
    ceiling: gemini.embeddings.ceiling,
    embed: (request, ctx) => gemini.embeddings.embed(request, ctx),
  },
  { provider: tei, ceiling: () => 0, embed: (request, ctx) => tei.embed(request, ctx) },
];

export const newsroomEmbedders: readonly ProviderDefinition[] = engines.map(({ provider }) => provider);

/** All of them make vectors of this length. */
const DIMENSIONS = 256;
/** Code points of a text: models read the beginning alone. */
const TEXT_MAX = 4_000;
const TIMEOUT_MS = 10_000;
const KEPT_MAX = 200;
/** A failed provider makes an answer no later than this. */
const RELEASE_TIMEOUT_MS = 3_000;

export function openEmbedder({ provider: providerId, zone }: EmbedderOptions): Embedder {
  const vectors = new Map<string, TextVector>();
  const find = ({ environment }: Pick<CallContext, 'environment'>): Engine | undefined =>
    engines.find(
      ({ provider: { id } }) => (providerId === undefined || providerId === id) && environment.settings(id) !== null,
    );
  const embed: Embedder['embed'] = async (ctx, { texts, inputType, purpose }) => {
    const engine = find(ctx);
    if (!engine || texts.length === 0) return engine ? [] : null;
    const request = { texts: texts.map((text) => cutCodePoints(text, TEXT_MAX)), dimensions: DIMENSIONS, inputType };
    const ceilingMicros = engine.ceiling(request.texts);
    const answer = await meterCall(ctx, {
      ...purpose,
      service: 'embed',
      provider: engine.provider,
      ceilingMicros,
      marketMicros: ceilingMicros,
      timeoutMs: TIMEOUT_MS,
      budgetMicros: 0,
      zone,
      run: async (own, note) => {
        const reply = await engine.embed(request, own);
        note({ inputTokens: reply.inputTokens, outputTokens: 0 });
        return reply;
      },
    });
    if (!answer.ok) return null;
    const model = `${engine.provider.id} ${answer.value.model}`;
    return answer.value.vectors.map((vector) => ({ model, values: Float32Array.from(vector) }));
  };
  return {
    identify: (ctx) => find(ctx)?.provider.id ?? null,
    describeSpace(ctx) {
      const engine = find(ctx);
      return engine ? describeSpace(engine, ctx) : null;
    },
    embed,
    async embedRelease(ctx, { id, title, body }, companyId) {
      const engine = find(ctx);
      if (!engine) return null;
      const text = `${title}\n${body}`;
      const key = `${engine.provider.id} ${createHash('sha256').update(text).digest('base64url')}`;
      const cached = vectors.get(key);
      if (cached) return cached;
      const purpose = { operation: 'recommend', companyId, articleId: id } as const;
      const task = { texts: [text], inputType: 'query', purpose } as const;
      const [vector] = (await embed(withTimeout(ctx, RELEASE_TIMEOUT_MS), task)) ?? [];
      if (!vector) return null;
      vectors.set(key, vector);
      const oldest = vectors.keys().next().value;
      if (vectors.size > KEPT_MAX && oldest !== undefined) vectors.delete(oldest);
      return vector;
    },
  };
}

/** The configured model determines the space, and how it is asked. */
function describeSpace(
  { provider: { id, settings } }: Engine,
  { environment }: Pick<CallContext, 'environment'>,
): string {
  const values = environment.settings(id) ?? {};
  const words = Object.entries(settings).filter(([, { kind }]) => kind === 'text');
  return JSON.stringify([id, DIMENSIONS, ...words.map(([name, { default: usual }]) => values[name] ?? usual ?? null)]);
}
