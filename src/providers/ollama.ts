/** Ollama on your own host. https://docs.ollama.com/api/openai-compatibility */
import { defineOwnServer, FREE } from './shared/chat/own-server.ts';

/** One that answers and sees does for a start: each has to be pulled. */
const MODEL = { id: 'gemma3:4b', price: FREE };

export default defineOwnServer(
  {
    id: 'ollama',
    title: 'Ollama',
    about: 'Self-hosted language models, installed with ollama pull.',
    baseUrl: 'http://localhost:11434/v1',
    models: { chat: MODEL, reasoner: MODEL, vision: MODEL },
  },
  {
    // An effort makes models fail that can't think; without a word those that can do think.
    buildThinkingFields: (isThinking) => (isThinking ? {} : { reasoning_effort: 'none' }),
  },
);
