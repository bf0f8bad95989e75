/** llama-server of llama.cpp on your own host. https://github.com/ggml-org/llama.cpp/tree/master/tools/server */
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderFacts } from '../kernel/tool/provider.ts';
import { buildModelSettings, type ChatAnswer, type ChatRequest, chooseModel } from './shared/chat/chat.ts';
import { chatWithOwnServer, FREE, ownKey } from './shared/chat/own-server.ts';
import { defineProvider, settingsOf } from './shared/provider.ts';

/** A server that has loaded one model answers with it, whatever is asked for. */
const models = { chat: { id: 'default', price: FREE }, reasoner: { id: 'default', price: FREE } } as const;

const facts: ProviderFacts = {
  id: 'llamacpp',
  title: 'llama.cpp',
  tier: 'T0',
  about: 'One language model on your own host, served by llama-server.',
  baseUrl: 'http://localhost:8080/v1',
  offByDefault: true,
  settings: { apiKey: ownKey, ...buildModelSettings(models) },
};

/** One answer to one prompt. */
async function chat(request: ChatRequest, ctx: CallContext): Promise<ChatAnswer> {
  const { id } = chooseModel(models, settingsOf(facts, ctx), request.model);
  const thinks = request.model === 'reasoner';
  const fields = { chat_template_kwargs: { enable_thinking: thinks } };
  return await chatWithOwnServer(facts, request, { id, isThinking: thinks, fields }, ctx);
}

const ceiling = (): number => 0;

export default defineProvider(facts, { models, chat, ceiling });
