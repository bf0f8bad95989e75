/** The language model that refines what the rules write: `ctx.services.models`. Rules: newsroom.md §1.3, §5.6. */
import { z } from 'zod';
import { UpstreamFailure } from '../../../kernel/errors/failure.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import type { JsonSchema } from '../../../kernel/tool/json-schema.ts';
import { type ChatAnswer, type ChatRequest, chooseModel } from '../../../providers/shared/chat/chat.ts';
import { allModels, computeSmallModelCeiling, type SmallModel } from '../../../providers/shared/chat/small-models.ts';
import { truncate } from '../../../text/truncate.ts';
import { type CostPurpose, meterCall, type UpstreamUse } from '../../costs/meter.ts';
import type { DegradedReason } from './reasons.ts';

declare module '../../../kernel/tool/context.ts' {
  interface Services {
    models: Models;
  }
}

/** One question whose answer is a JSON object. */
export interface ModelTask<S extends z.ZodType> extends CostPurpose {
  system: string;
  /** What it is about: data from strangers, shown as one JSON object. */
  data: Readonly<Record<string, unknown>>;
  /** Strict: every property required, no others. */
  schema: JsonSchema;
  /** The same, as the answer is read. */
  shape: S;
  maxTokens: number;
}

export type ModelAnswer<T> = { use: UpstreamUse } & (
  | { ok: true; value: T; model: string }
  | { ok: false; reason: DegradedReason }
);

export interface Models {
  /** Of a month, over all companies. */
  readonly budgetMicros: number;
  /** The model that would be asked, for telling its answers from another's; null without one. */
  identify(ctx: Pick<CallContext, 'environment'>): string | null;
  /** Throws CallerGoneError, and what the server itself refuses; whatever the model does wrong is an answer. */
  ask<S extends z.ZodType>(ctx: CallContext, task: ModelTask<S>): Promise<ModelAnswer<z.output<S>>>;
}

export interface ModelsOptions {
  /** Id of the provider; else the first that is set up. */
  provider: string | undefined;
  timeoutMs: number;
  /** Of a month, over all companies. */
  budgetMicros: number;
  zone: string;
}

const NOTHING: UpstreamUse = { inputTokens: 0, outputTokens: 0, costMicros: 0 };
/** Of a call's time, kept for what follows an answer. */
const RESERVED_MS = 3_000;
/** With less time a model is not asked. */
const ASK_MS_MIN = 100;
/** Tool whose price is the market's. */
const SOLD_AS = 'smart-llm';
const SOLD_PROMPT_MAX = 100_000;
const SOLD_TOKENS_MAX = 4_000;

export function openModels({ provider: providerId, timeoutMs, budgetMicros, zone }: ModelsOptions): Models {
  const find = ({ environment }: Pick<CallContext, 'environment'>): SmallModel | undefined =>
    allModels.find(
      ({ provider: { id } }) => (providerId === undefined || providerId === id) && environment.settings(id) !== null,
    );
  return {
    budgetMicros,
    identify: (ctx) => {
      const small = find(ctx);
      if (!small) return null;
      const { provider, model } = small;
      return `${provider.id} ${chooseModel(provider.models, ctx.environment.settings(provider.id) ?? {}, model).id}`;
    },
    ask: async (ctx, task) => {
      const found = find(ctx);
      if (!found) return { ok: false, reason: 'no_llm_configured', use: NOTHING };
      const { provider, model } = found;
      // What the rules have made must still be checked and stored when the model has not answered.
      const leftMs = ctx.deadlineMs - Date.now() - RESERVED_MS;
      if (leftMs < ASK_MS_MIN) return { ok: false, reason: 'llm_timeout', use: NOTHING };
      const request = buildRequest(task, model);
      const answer = await meterCall(ctx, {
        ...task,
        service: 'llm',
        provider,
        model: chooseModel(provider.models, ctx.environment.settings(provider.id) ?? {}, model).id,
        ceilingMicros: computeSmallModelCeiling(found, request),
        marketMicros: computeMarketMicros(ctx, request),
        timeoutMs: Math.min(timeoutMs, leftMs),
        budgetMicros,
        zone,
        run: async (own, note) => {
          const reply = await provider.chat(request, own);
          note(reply.usage);
          return { value: readAnswer(provider.id, reply, task.shape), model: reply.model };
        },
      });
      if (answer.ok) return { ok: true, ...answer.value, use: answer.use };
      return { ok: false, reason: explainFailure(answer.failure), use: answer.use };
    },
  };
}

function buildRequest({ system, data, schema, maxTokens }: ModelTask<z.ZodType>, model: string): ChatRequest {
  return { system, prompt: JSON.stringify(data), maxTokens, temperature: 0, json: { schema }, model };
}

/** 0 where the tool is not sold. What is longer than it takes counts as the longest. */
function computeMarketMicros({ registry }: CallContext, { prompt, maxTokens }: ChatRequest): number {
  const sold = registry.get(SOLD_AS);
  if (!sold) return 0;
  const longest = { prompt: prompt.slice(0, SOLD_PROMPT_MAX), maxTokens: Math.min(maxTokens, SOLD_TOKENS_MAX) };
  const input = sold.definition.input.safeParse(longest);
  return input.success ? sold.priceMicros * sold.countUnits(input.data) : 0;
}

/** Throws `malformed` for what is not the object that was asked for. */
function readAnswer<S extends z.ZodType>(source: string, { text }: ChatAnswer, shape: S): z.output<S> {
  try {
    return shape.parse(JSON.parse(text.replace(/^\s*```(?:json)?\s*|(?:(?<!\s)\s+)?```\s*$/g, '')));
  } catch (thrown) {
    const why = thrown instanceof z.ZodError ? z.prettifyError(thrown) : 'The answer is not JSON';
    throw new UpstreamFailure('malformed', source, { cause: new Error(`${why}: ${truncate(text, 500)}`) });
  }
}

function explainFailure(failure: UpstreamFailure | null): DegradedReason {
  if (failure === null) return 'llm_budget';
  const { kind } = failure;
  if (kind === 'timeout' || kind === 'cut') return 'llm_timeout';
  return kind === 'malformed' || kind === 'lying' || kind === 'empty' ? 'llm_invalid_output' : 'llm_failed';
}
