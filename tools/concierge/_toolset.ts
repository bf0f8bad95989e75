import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Concierge',
  description: 'Ask in plain words: up to three tools are chosen, priced and run, and what they say is put together.',
  path: '/api/v2',
  access: 'key',
  layer: 3,
  errors: 'gateway',
  cors: 'any-origin',
  limits: 'tools',
  takesQueryKey: true,
  timeoutMs: 45_000,
});
