/** llama-server of llama.cpp on your own host. https://github.com/ggml-org/llama.cpp/tree/master/tools/server */
import type { CallContext } from '../kernel/context.ts';
import type { ProviderFacts } from '../kernel/provider.ts';
import { type ChatAnswer, type ChatRequest, modelFor, modelSettings } from './chat.ts';
import { FREE, ownChat, ownKey } from './own-server.ts';
import { defineProvider, settingsOf } from './provider.ts';

/** A server that has loaded one model answers with it, whatever is asked for. */
const models = { chat: { id: 'default', price: FREE }, reasoner: { id: 'default', price: FREE } } as const;

const facts: ProviderFacts = {
  id: 'llamacpp',
  title: 'llama.cpp',
  tier: 'T0',
  about: 'One language model on your own host, served by llama-server.',
  baseUrl: 'http://localhost:8080/v1',
  offByDefault: true,
  settings: { apiKey: ownKey, ...modelSettings(models) },
};

/** One answer to one prompt. */
async function chat(request: ChatRequest, ctx: CallContext): Promise<ChatAnswer> {
  const { id } = modelFor(models, settingsOf(facts, ctx), request.model);
  const thinks = request.model === 'reasoner';
  const fields = { chat_template_kwargs: { enable_thinking: thinks } };
  return await ownChat(facts, request, { id, thinks, fields }, ctx);
}

const ceiling = (): number => 0;

export default defineProvider(facts, { models, chat, ceiling });
