/** Common interface of language models: request, answer and model names. */

import { UpstreamFailure } from '../../../kernel/errors/failure.ts';
import type { ProviderSettings } from '../../../kernel/ports.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import type { JsonSchema } from '../../../kernel/tool/json-schema.ts';
import type { ProviderDefinition, SettingSpec } from '../../../kernel/tool/provider.ts';
import { meterCost } from '../cost.ts';
import type { Image } from './image.ts';

export interface ChatRequest {
  prompt: string;
  system?: string | undefined;
  maxTokens: number;
  temperature?: number | undefined;
  /** Name of one of the provider's models; default its first. */
  model?: string | undefined;
  /** Shown beside the prompt, to a model that sees. */
  image?: Image | undefined;
  /**
   * The answer shall be one JSON object: of any form, or of that of a strict schema (every property required, no others).
   * Providers hold their models to it as far as they can; the answer has to be checked all the same.
   */
  json?: 'object' | { schema: JsonSchema } | undefined;
}

export interface ChatAnswer {
  text: string;
  /** Id of the model that answered. */
  model: string;
  /** `length`: `maxTokens` ended it. */
  finishReason: 'stop' | 'length';
  /** Tokens; null where the provider did not say. */
  usage: { inputTokens: number | null; outputTokens: number | null };
}

/** USD per million tokens, which is micro-USD a token. */
export interface ModelPrice {
  input: number;
  /** Of the input: what the provider has read before and still holds. */
  cached: number;
  output: number;
}

/** By name, the default first: the id that stands behind it unless `<ID>_MODEL_<NAME>` says another, and its price. */
export type Models = Readonly<Record<string, { id: string; price: ModelPrice }>>;

export interface ChatProvider extends ProviderDefinition {
  models: Models;
  /** One answer to one prompt. Throws `empty` rather than answer nothing. */
  chat(request: ChatRequest, ctx: CallContext): Promise<ChatAnswer>;
  /** The most `chat` can cost with the default models, in micro-USD. */
  ceiling(request: ChatRequest): number;
}

const formatSettingName = (name: string): string => `model${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** The settings `modelFast`, `modelLarge`, … of a provider's models. */
export function buildModelSettings(models: Models): Record<string, SettingSpec> {
  const specs = Object.entries(models).map(([name, { id }]): [string, SettingSpec] => [
    formatSettingName(name),
    { kind: 'text', about: `Model used as ${name}`, default: id },
  ]);
  return Object.fromEntries(specs);
}

/** The id behind a name (default the first), and its price where that is known. */
export function chooseModel(
  models: Models,
  settings: ProviderSettings,
  name = '',
): { id: string; price: ModelPrice | undefined } {
  const modelName = Object.hasOwn(models, name) ? name : (Object.keys(models)[0] ?? '');
  const id = settings[formatSettingName(modelName)] ?? models[modelName]?.id ?? modelName;
  return { id, price: Object.values(models).find((model) => model.id === id)?.price };
}

/** The name that a caller's word means: a name itself, or the id behind one. */
export function findModelName(models: Models, settings: ProviderSettings, word: string): string | undefined {
  return Object.keys(models).find((name) => name === word || chooseModel(models, settings, name).id === word);
}

/** Tokens of the template around the messages. */
const TEMPLATE_TOKENS = 100;
/** More than any provider here counts for one picture. */
const IMAGE_TOKENS = 5_000;

/** The most a request can cost, in micro-USD: a token has at least one byte, and `maxTokens` bounds the answer. */
export function computeChatCeiling(
  models: Models,
  { prompt, system = '', maxTokens, model = '', image }: ChatRequest,
): number {
  const price = (models[model] ?? Object.values(models)[0])?.price ?? { input: 0, cached: 0, output: 0 };
  const words = Buffer.byteLength(prompt) + Buffer.byteLength(system) + TEMPLATE_TOKENS;
  return Math.ceil((words + (image ? IMAGE_TOKENS : 0)) * price.input + maxTokens * price.output);
}

/** Tokens of one answer; `cachedTokens` are those of the input that the provider took from its cache. */
export type TokenUse = ChatAnswer['usage'] & { cachedTokens?: number | null | undefined };

/** Notes what the tokens cost, where they are known. */
export function meterTokens(
  facts: ProviderDefinition,
  ctx: CallContext,
  price: ModelPrice | undefined,
  use: TokenUse,
): void {
  const { inputTokens, outputTokens } = use;
  if (!price || inputTokens === null || outputTokens === null) return;
  const cachedTokens = Math.min(Math.max(use.cachedTokens ?? 0, 0), inputTokens);
  const inputMicros = (inputTokens - cachedTokens) * price.input + cachedTokens * price.cached;
  meterCost(facts, ctx, inputMicros + outputTokens * price.output);
}

/** The answer, unless nothing was said: models that think in secret may spend the whole budget on it. */
export function requireText(source: string, answer: ChatAnswer): ChatAnswer {
  if (answer.text.trim() !== '') return answer;
  if (answer.finishReason !== 'length') throw new UpstreamFailure('empty', source);
  const message = 'The model reached maxTokens before it had written anything. Nothing was charged. Raise maxTokens.';
  throw new UpstreamFailure('empty', source, { message });
}
