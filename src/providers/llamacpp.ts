/** llama-server of llama.cpp on your own host. https://github.com/ggml-org/llama.cpp/tree/master/tools/server */
import { defineOwnServer, FREE } from './shared/chat/own-server.ts';

export default defineOwnServer(
  {
    id: 'llamacpp',
    title: 'llama.cpp',
    about: 'Self-hosted language model served by llama-server.',
    baseUrl: 'http://localhost:8080/v1',
    // A server that has loaded one model answers with it, whatever is asked for.
    models: { chat: { id: 'default', price: FREE }, reasoner: { id: 'default', price: FREE } },
  },
  { buildThinkingFields: (isThinking) => ({ chat_template_kwargs: { enable_thinking: isThinking } }) },
);
