/** Shared by language-model tools: fields, and the models by provider. */
import { z } from 'zod';
import type { ProviderSettings } from '../../src/kernel/ports.ts';
import { chooseConfigured } from '../../src/kernel/tool/chain.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { bytes, type Coverage, type Covers, tokens } from '../../src/kernel/tool/coverage.ts';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import type { ProviderDefinition } from '../../src/kernel/tool/provider.ts';
import { defineTool, type ToolDefinition } from '../../src/kernel/tool/tool.ts';
import {
  type ChatProvider,
  type ChatRequest,
  findModelName,
  type Models,
} from '../../src/providers/shared/chat/chat.ts';

/** A model that its server has to load first takes longer than the toolset allows. */
export const LLM_TIMEOUT_MS = 45_000;

export const promptFields = {
  prompt: z.string().min(1).max(100_000).describe('Question or task for the model.'),
  system: z.string().max(20_000).optional().describe('System prompt: role, rules or tone for the answer.'),
};

export const maxTokensField = (max: number, usual = 500) =>
  z.number().int().min(1).max(max).default(usual).describe('Maximum length of the answer in tokens.');

/** Without `maxTokens`, the limit of an answer depends on the model. */
export const answerTokensField = (max: number, { answerTokens = {} }: Pick<Sources, 'answerTokens'>) => {
  const others = Object.entries(answerTokens).map(([name, tokens]) => `, ${tokens} with ${name}`);
  return z
    .number()
    .int()
    .min(1)
    .max(max)
    .optional()
    .describe(`Maximum length of the answer in tokens. Default: ${ANSWER_TOKENS}${others.join('')}.`);
};

const ANSWER_TOKENS = 500;

/** The first name is the default. */
export const modelField = (names: readonly string[], which: string) =>
  z
    .string()
    .regex(/^[\w.:/@+-]{1,100}$/, `Must be ${names.join(', ')} or the id of a model`)
    .default(names[0] ?? '')
    .describe(`Model: ${which}. The provider's ID of one of these models works too.`);

export const answerFields = {
  response: z.string().describe('Answer of the model, as text.'),
  model: z.string().describe('ID of the model that answered.'),
  provider: z.string().describe('ID of the provider that runs the model.'),
  finishReason: z.string().describe('`stop`, or `length` if maxTokens cut the answer off.'),
  usage: objectOf('Token usage of the call.', {
    inputTokens: z.number().nullable().describe('Tokens of the prompt; null if not reported.'),
    outputTokens: z.number().nullable().describe('Tokens of the answer; null if not reported.'),
  }),
  sourceUsed: z.string().describe('ID of the provider that answered.'),
};

export type FindSettings = (providerId: string) => ProviderSettings | null;

export type ModelledProvider = ProviderDefinition & { models: Models };

/** Providers in order, and the names that the tool has for models; `P` may be less than a chat. */
export interface Sources<P extends ModelledProvider = ChatProvider> {
  providers: readonly P[];
  names: readonly string[];
  /** How long an answer may be by default, for models of which the price pays for fewer than 500 tokens. */
  answerTokens?: Readonly<Record<string, number>>;
}

/** A request whose longest answer may be the model's default. */
type PromptRequest = Omit<ChatRequest, 'maxTokens'> & { maxTokens?: number | undefined };

/** Amount that one price covers of a request to one model: bytes and tokens. */
export interface ModelSizes {
  prompt: number;
  system: number;
  maxTokens: number;
}

/** `less`: the models for which the same price covers less than for the others, by name. */
export function coverModels<P extends ModelledProvider>(
  { providers, names }: Sources<P>,
  usual: ModelSizes,
  less: Readonly<Record<string, ModelSizes>>,
): (settings?: FindSettings) => Covers {
  return (settings = () => ({})) => {
    const provider = providers.find(({ id }) => settings(id) !== null);
    const choose = ({ model }: Readonly<Record<string, unknown>>): string | undefined => {
      if (typeof model !== 'string' || names.includes(model)) return typeof model === 'string' ? model : undefined;
      return provider && findModelName(provider.models, settings(provider.id) ?? {}, model);
    };
    const divide = (field: keyof ModelSizes): NonNullable<Coverage['less']> => ({
      choose,
      shares: Object.fromEntries(Object.entries(less).map(([name, sizes]) => [name, sizes[field] / usual[field]])),
    });
    return {
      prompt: { ...bytes(usual.prompt), less: divide('prompt') },
      system: { ...bytes(usual.system), less: divide('system') },
      maxTokens: { ...tokens(usual.maxTokens), less: divide('maxTokens') },
    };
  };
}

/**
 * The name of the model that the caller means: one of the tool's, or the id behind one of the provider that answers.
 * Throws INVALID_INPUT for any other; as the ceiling is asked first, nothing has been charged then.
 */
export function chooseModel(
  names: readonly string[],
  provider: ModelledProvider,
  word: string,
  settings: FindSettings,
): string {
  if (names.includes(word)) return word;
  const name = findModelName(provider.models, settings(provider.id) ?? {}, word);
  if (name !== undefined) return name;
  throw createInvalidInputError([
    { path: 'model', message: `Must be ${names.join(', ')} or the id of the model behind one` },
  ]);
}

/** The most a call can cost at the provider that will answer it; without settings: at the first. */
export function computeCeiling<P extends ModelledProvider & Pick<ChatProvider, 'ceiling'>>(
  sources: Sources<P>,
  request: PromptRequest,
  settings: FindSettings = () => ({}),
): number {
  const provider = sources.providers.find(({ id }) => settings(id) !== null);
  return provider ? provider.ceiling(completeRequest(sources, provider, request, settings)) : 0;
}

/** With the name of the model that is meant, and its longest answer. */
function completeRequest<P extends ModelledProvider>(
  { names, answerTokens = {} }: Sources<P>,
  provider: P,
  request: PromptRequest,
  settings: FindSettings,
): ChatRequest {
  const model = request.model && chooseModel(names, provider, request.model, settings);
  const { maxTokens = answerTokens[model ?? ''] ?? ANSWER_TOKENS } = request;
  return { ...request, model, maxTokens };
}

/** The answer of the first provider that is set up. */
export async function answerPrompt(sources: Sources, request: PromptRequest, ctx: CallContext) {
  const provider = chooseConfigured(sources.providers, ctx);
  const whole = completeRequest(sources, provider, request, (id) => ctx.environment.settings(id));
  const { text, model, finishReason, usage } = await provider.chat(whole, ctx);
  return { response: text, model, finishReason, usage, provider: provider.id, sourceUsed: provider.id };
}

const answer = z.object(answerFields);

type PromptInput = z.ZodObject & z.ZodType<PromptRequest>;
/** Parts that a tool with a language model states itself. */
type OwnParts = 'title' | 'description' | 'price' | 'input' | 'lexicon' | 'examples' | 'covers';

/** A tool that hands a prompt to the first of its providers that is set up. */
export function defineChatTool<I extends PromptInput>({
  sources,
  ...own
}: Pick<ToolDefinition<I, typeof answer>, OwnParts> & { sources: Sources }) {
  return defineTool({
    ...own,
    effect: 'read',
    category: 'llm',
    timeoutMs: LLM_TIMEOUT_MS,
    uses: sources.providers,
    output: answer,
    costCeiling: (input, settings) => computeCeiling(sources, input, settings),
    run: (input, ctx) => answerPrompt(sources, input, ctx),
  });
}
