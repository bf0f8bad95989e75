/** Language models for small tasks inside a smart service: cheap ones first, those of the operator's own host last. */
import { firstOf, type Source } from '../../src/kernel/chain.ts';
import type { CallContext } from '../../src/kernel/context.ts';
import type { ChatAnswer, ChatProvider, ChatRequest } from '../../src/providers/chat.ts';
import cohere from '../../src/providers/cohere.ts';
import deepseek from '../../src/providers/deepseek.ts';
import gemini from '../../src/providers/gemini.ts';
import groq from '../../src/providers/groq.ts';
import llamacpp from '../../src/providers/llamacpp.ts';
import mistral from '../../src/providers/mistral.ts';
import ollama from '../../src/providers/ollama.ts';
import openai from '../../src/providers/openai.ts';
import vllm from '../../src/providers/vllm.ts';

export interface Helper {
  provider: ChatProvider;
  /** Name of its model for such tasks. */
  model: string;
}

export const helpers: readonly Helper[] = [
  { provider: groq, model: 'fast' },
  { provider: deepseek, model: 'chat' },
  { provider: gemini, model: 'small' },
  { provider: mistral, model: 'small' },
  { provider: cohere, model: 'small' },
  { provider: openai, model: 'generate' },
  { provider: ollama, model: 'chat' },
  { provider: llamacpp, model: 'chat' },
  { provider: vllm, model: 'chat' },
];

/** The most that the helper can cost for a request, in micro-USD. */
export const helperCeiling = ({ provider, model }: Helper, request: ChatRequest): number =>
  provider.ceiling({ ...request, model });

/** The first model that answers, of those that cost no more than `budgetMicros`. Throws like `firstOf`. */
export async function askHelper(request: ChatRequest, budgetMicros: number, ctx: CallContext) {
  const paid = helpers.filter((helper) => helperCeiling(helper, request) <= budgetMicros);
  const sources = paid.map(({ provider, model }): [string, Source<ChatAnswer>] => [
    provider.id,
    { provider, run: (attempt) => provider.chat({ ...request, model }, attempt) },
  ]);
  return await firstOf(
    sources.map(([id]) => id),
    Object.fromEntries(sources),
    ctx,
  );
}
