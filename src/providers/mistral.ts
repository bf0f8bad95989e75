/** Mistral: models run in Europe. https://docs.mistral.ai/api — a field that it does not know is a 422. */
import { defineOpenAiChat } from './shared/chat/define-chat.ts';

export default defineOpenAiChat({
  id: 'mistral',
  title: 'Mistral',
  tier: 'T1',
  about: 'Language models hosted in Europe. The free plan allows about one request per second.',
  baseUrl: 'https://api.mistral.ai/v1',
  keyFrom: 'console.mistral.ai',
  // `-latest` moves on by itself, and the reply names what it stands for.
  // Cached tokens cost a tenth: https://docs.mistral.ai/studio-api/conversations/advanced/prompt-caching
  models: {
    small: { id: 'mistral-small-latest', price: { input: 0.15, cached: 0.015, output: 0.6 } },
    large: { id: 'mistral-large-latest', price: { input: 0.5, cached: 0.05, output: 1.5 } },
    code: { id: 'codestral-latest', price: { input: 0.3, cached: 0.03, output: 0.9 } },
  },
});
