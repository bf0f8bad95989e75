/** What the language-model tools share: their fields, and which model of which provider answers. */
import { z } from 'zod';
import { chooseConfigured } from '../../src/kernel/chain.ts';
import type { CallContext } from '../../src/kernel/context.ts';
import { createInvalidInputError } from '../../src/kernel/input.ts';
import type { ProviderSettings } from '../../src/kernel/ports.ts';
import type { ProviderFacts } from '../../src/kernel/provider.ts';
import { type ChatProvider, type ChatRequest, findModelName, type Models } from '../../src/providers/shared/chat.ts';

/** A model that its server has to load first takes longer than the toolset allows. */
export const LLM_TIMEOUT_MS = 45_000;

export const promptFields = {
  prompt: z.string().min(1).max(100_000).describe('The question or task'),
  system: z.string().max(20_000).optional().describe('Instructions that stand above the prompt'),
};

export const maxTokensField = (max: number, usual = 500) =>
  z.number().int().min(1).max(max).default(usual).describe('Longest answer in tokens');

/** The first name is the default. */
export const modelField = (names: readonly string[], which: string) =>
  z
    .string()
    .regex(/^[\w.:/@+-]{1,100}$/, `Must be ${names.join(', ')} or the id of a model`)
    .default(names[0] ?? '')
    .describe(`${names.join(', ')}: ${which}; or the id of the model behind one`);

export const answerFields = {
  response: z.string().describe('What the model answered'),
  model: z.string().describe('Id of the model that answered'),
  provider: z.string().describe('Id of the provider'),
  finishReason: z.string().describe('stop, or length when maxTokens ended the answer'),
  usage: z
    .object({ inputTokens: z.number().nullable(), outputTokens: z.number().nullable() })
    .describe('Tokens read and written'),
  sourceUsed: z.string().describe('Id of the provider that answered'),
};

export type FindSettings = (providerId: string) => ProviderSettings | null;

export type ModelledProvider = ProviderFacts & { models: Models };

/** Providers in order, and the names that the tool has for models; `P` may be less than a chat. */
export interface Sources<P extends ModelledProvider = ChatProvider> {
  providers: readonly P[];
  names: readonly string[];
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
  { providers, names }: Sources<P>,
  request: ChatRequest,
  settings: FindSettings = () => ({}),
): number {
  const provider = providers.find(({ id }) => settings(id) !== null);
  if (!provider) return 0;
  const { model } = request;
  return provider.ceiling({ ...request, model: model && chooseModel(names, provider, model, settings) });
}

/** The answer of the first provider that is set up. */
export async function answerPrompt({ providers, names }: Sources, request: ChatRequest, ctx: CallContext) {
  const provider = chooseConfigured(providers, ctx);
  const { model } = request;
  const meant = model && chooseModel(names, provider, model, (id) => ctx.environment.settings(id));
  const { text, ...answer } = await provider.chat({ ...request, model: meant }, ctx);
  return { response: text, ...answer, provider: provider.id, sourceUsed: provider.id };
}
