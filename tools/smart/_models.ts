/** Asks a small model for a small task inside a smart service. */
import { firstOf, type Source } from '../../src/kernel/tool/chain.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import type { ChatAnswer, ChatRequest } from '../../src/providers/shared/chat/chat.ts';
import { computeSmallModelCeiling, smallModels } from '../../src/providers/shared/chat/small-models.ts';

/** The first model that answers, of those that cost no more than `budgetMicros`. Throws like `firstOf`. */
export async function askHelper(request: ChatRequest, budgetMicros: number, ctx: CallContext) {
  const paid = smallModels.filter((helper) => computeSmallModelCeiling(helper, request) <= budgetMicros);
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
