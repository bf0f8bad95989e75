/**
 * A provider of chat as data: its facts, its models, and the few fields in which it differs. Those of the OpenAI style
 * are asked here; the others bring their own request.
 */
import type { FailureKind } from '../../../kernel/errors/failure.ts';
import type { ProviderSettings } from '../../../kernel/ports.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import type { ProviderDefinition } from '../../../kernel/tool/provider.ts';
import { defineProvider, type ProviderReply, settingsOf } from '../provider.ts';
import {
  buildModelSettings,
  type ChatAnswer,
  type ChatProvider,
  type ChatRequest,
  chooseModel,
  computeChatCeiling,
  type ModelPrice,
  type Models,
} from './chat.ts';
import { buildMessages, requestChatCompletion } from './openai-style.ts';
import { traceChat } from './trace-chat.ts';

export interface ChatDefinition<M extends Models> extends Omit<ProviderDefinition, 'settings'> {
  /** The site that gives the key; absent: a server on the operator's own host, which may ask for one. */
  keyFrom?: string;
  models: M;
  /** Beside the key and the models, or instead of what is said of them. */
  settings?: ProviderDefinition['settings'];
}

export interface ChosenModel {
  id: string;
  /** Undefined where the model is not a default one: its cost is not known then. */
  price: ModelPrice | undefined;
  settings: ProviderSettings;
}

interface Thinking {
  /** Tokens that the model may think, out of the same budget as its answer; default none. */
  countThinkingTokens?(request: ChatRequest, model: string): number;
}

export function buildChatDefinition<M extends Models>({
  keyFrom,
  models,
  settings,
  ...facts
}: ChatDefinition<M>): ProviderDefinition {
  return {
    ...facts,
    settings: {
      apiKey:
        keyFrom === undefined
          ? { kind: 'secret', about: 'API key, if your server requires one' }
          : { kind: 'secret', about: `API key from ${keyFrom}`, required: true },
      ...buildModelSettings(models),
      ...settings,
    },
  };
}

/** `ask` sends a request, whose budget has room for what the model thinks. */
export function createChat<M extends Models>(
  facts: ProviderDefinition,
  models: M,
  ask: (request: ChatRequest, model: ChosenModel, ctx: CallContext) => Promise<ChatAnswer>,
  { countThinkingTokens = () => 0 }: Thinking = {},
): { models: M } & Pick<ChatProvider, 'chat' | 'ceiling'> {
  const addThinking = (request: ChatRequest, id: string): ChatRequest => ({
    ...request,
    maxTokens: request.maxTokens + countThinkingTokens(request, id),
  });
  return {
    models,
    /** One answer to one prompt. */
    async chat(request, ctx) {
      const settings = settingsOf(facts, ctx);
      const { id, price } = chooseModel(models, settings, request.model);
      const answer = (own: CallContext): Promise<ChatAnswer> =>
        ask(addThinking(request, id), { id, price, settings }, own);
      const { tracing } = ctx.environment;
      if (!tracing) return await answer(ctx);
      const chat = { provider: facts.id, model: id, request, parent: ctx.trace };
      return await traceChat(tracing, chat, (trace) => answer(ctx.withTrace?.(trace) ?? { ...ctx, trace }));
    },
    /** The most `chat` can cost with the default models, in micro-USD. */
    ceiling: (request) => computeChatCeiling(models, addThinking(request, chooseModel(models, {}, request.model).id)),
  };
}

/** Differences between providers of the OpenAI style. */
export interface OpenAiStyle extends Thinking {
  /** What the body says beside model and messages; default `buildUsualFields`. */
  buildFields?(request: ChatRequest, model: string): object;
  /** Where the price depends on more than the model. */
  choosePrice?(model: string): ModelPrice | undefined;
  /** Default `/chat/completions`. */
  path?(settings: ProviderSettings): string;
  /** Where the operator need not name a model. */
  findModel?: ((facts: ProviderDefinition, ctx: CallContext) => Promise<string>) | undefined;
  /** Asked before the words that are common to all. */
  classify?(reply: ProviderReply): FailureKind | undefined;
  /** What of the content is the answer; default all. */
  clean?(content: string): string;
}

/** JSON leaves out what is undefined. */
export const buildUsualFields = ({ maxTokens, temperature }: ChatRequest): object => ({
  max_tokens: maxTokens,
  temperature,
});

export function defineOpenAiChat<const M extends Models>(
  { models, ...others }: ChatDefinition<M>,
  style: OpenAiStyle = {},
) {
  const { buildFields = buildUsualFields, choosePrice, path, findModel, classify, clean } = style;
  const facts = buildChatDefinition({ models, ...others });
  const chat = createChat(
    facts,
    models,
    async (request, { id: chosen, price, settings }, ctx) => {
      const id = chosen || ((await findModel?.(facts, ctx)) ?? '');
      return await requestChatCompletion(facts, ctx, {
        path: path?.(settings) ?? '/chat/completions',
        apiKey: settings.apiKey,
        price: choosePrice ? choosePrice(id) : price,
        body: { model: id, messages: buildMessages(request), ...buildFields(request, id) },
        classify,
        clean,
      });
    },
    style,
  );
  return defineProvider(facts, chat);
}
