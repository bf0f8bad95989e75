import { defineToolset } from '../../src/kernel/tool.ts';

export default defineToolset({
  title: 'Concierge',
  description: 'What this server offers and at which price.',
  path: '/api/v2',
  access: 'key',
  layer: 3,
  errors: 'gateway',
  timeoutMs: 60_000,
});
