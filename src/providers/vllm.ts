/** vLLM on your own host. https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html */
import { z } from 'zod';
import { UpstreamFailure } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderFacts } from '../kernel/tool/provider.ts';
import { type ChatAnswer, type ChatRequest, chooseModel } from './shared/chat/chat.ts';
import { buildVersionPath, chatWithOwnServer, classifyOwn, FREE, ownKey } from './shared/chat/own-server.ts';
import { defineProvider, requestJson, settingsOf } from './shared/provider.ts';

/** A server has one model, under a name that only its operator knows: it is asked for unless it is set. */
const models = { chat: { id: '', price: FREE }, reasoner: { id: '', price: FREE } } as const;

const facts: ProviderFacts = {
  id: 'vllm',
  title: 'vLLM',
  tier: 'T0',
  about: 'One language model on your own host, served by vLLM.',
  baseUrl: 'http://localhost:8000/v1',
  offByDefault: true,
  settings: {
    apiKey: ownKey,
    modelChat: { kind: 'text', about: 'Model behind the name chat; default: the first that the server lists' },
    modelReasoner: { kind: 'text', about: 'Model behind the name reasoner; the same default' },
  },
};

const listReply = z.object({ data: z.array(z.object({ id: z.string() })) });

/** One answer to one prompt. */
async function chat(request: ChatRequest, ctx: CallContext): Promise<ChatAnswer> {
  const id = chooseModel(models, settingsOf(facts, ctx), request.model).id || (await findFirstModel(ctx));
  const thinks = request.model === 'reasoner';
  const fields = { chat_template_kwargs: { enable_thinking: thinks } };
  return await chatWithOwnServer(facts, request, { id, isThinking: thinks, fields }, ctx);
}

async function findFirstModel(ctx: CallContext): Promise<string> {
  const { baseUrl, apiKey } = settingsOf(facts, ctx);
  const headers = { authorization: apiKey ? `Bearer ${apiKey}` : undefined };
  const { data } = await requestJson(facts, ctx, {
    path: `${buildVersionPath(baseUrl)}/models`,
    headers,
    reply: listReply,
    classify: classifyOwn,
  });
  const [first] = data;
  if (!first) throw new UpstreamFailure('retired', facts.id);
  return first.id;
}

const ceiling = (): number => 0;

export default defineProvider(facts, { models, chat, ceiling });
