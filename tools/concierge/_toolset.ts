import { defineToolset } from '../../src/kernel/tool.ts';

export default defineToolset({
  title: 'Concierge',
  description: 'Says what it wants, gets an answer: tools are chosen, priced, run and told together.',
  path: '/api/v2',
  access: 'key',
  layer: 3,
  errors: 'gateway',
  cors: 'any-origin',
  limits: 'tools',
  takesQueryKey: true,
  timeoutMs: 60_000,
});
