/** vLLM on your own host. https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html */
import { z } from 'zod';
import { UpstreamFailure } from '../kernel/errors/failure.ts';
import { buildVersionPath, classifyOwn, defineOwnServer, FREE } from './shared/chat/own-server.ts';
import { requestJson, settingsOf } from './shared/provider.ts';

const listReply = z.object({ data: z.array(z.object({ id: z.string() })) });

export default defineOwnServer(
  {
    id: 'vllm',
    title: 'vLLM',
    about: 'Self-hosted language model served by vLLM.',
    baseUrl: 'http://localhost:8000/v1',
    // A server has one model, under a name that only its operator knows: it is asked for unless it is set.
    models: { chat: { id: '', price: FREE }, reasoner: { id: '', price: FREE } },
    settings: {
      modelChat: { kind: 'text', about: 'Model used as chat; default: the first one the server lists' },
      modelReasoner: { kind: 'text', about: 'Model used as reasoner; default: the first one the server lists' },
    },
  },
  {
    buildThinkingFields: (isThinking) => ({ chat_template_kwargs: { enable_thinking: isThinking } }),
    async findModel(facts, ctx) {
      const { baseUrl, apiKey } = settingsOf(facts, ctx);
      const { data } = await requestJson(facts, ctx, {
        path: `${buildVersionPath(baseUrl)}/models`,
        headers: { authorization: apiKey ? `Bearer ${apiKey}` : undefined },
        reply: listReply,
        classify: classifyOwn,
      });
      const [first] = data;
      if (!first) throw new UpstreamFailure('retired', facts.id);
      return first.id;
    },
  },
);
