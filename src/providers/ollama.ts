/** Ollama on your own host. https://docs.ollama.com/api/openai-compatibility */
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderFacts } from '../kernel/tool/provider.ts';
import { buildModelSettings, type ChatAnswer, type ChatRequest, chooseModel } from './shared/chat/chat.ts';
import { chatWithOwnServer, FREE, ownKey } from './shared/chat/own-server.ts';
import { defineProvider, settingsOf } from './shared/provider.ts';

const MODEL = { id: 'gemma3:4b', price: FREE };

/** One that answers and sees does for a start: each has to be pulled. */
const models = { chat: MODEL, reasoner: MODEL, vision: MODEL } as const;

const facts: ProviderFacts = {
  id: 'ollama',
  title: 'Ollama',
  tier: 'T0',
  about: 'Language models on your own host, pulled with ollama pull.',
  baseUrl: 'http://localhost:11434/v1',
  offByDefault: true,
  settings: { apiKey: ownKey, ...buildModelSettings(models) },
};

/** One answer to one prompt. The first after a while loads the model, which takes its time. */
async function chat(request: ChatRequest, ctx: CallContext): Promise<ChatAnswer> {
  const { id } = chooseModel(models, settingsOf(facts, ctx), request.model);
  const thinks = request.model === 'reasoner';
  // An effort makes models fail that can't think; without a word those that can do think.
  return await chatWithOwnServer(
    facts,
    request,
    { id, isThinking: thinks, fields: thinks ? {} : { reasoning_effort: 'none' } },
    ctx,
  );
}

const ceiling = (): number => 0;

export default defineProvider(facts, { models, chat, ceiling });
