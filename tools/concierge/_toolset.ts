import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Concierge',
  description:
    'Describe a task in plain words: the service chooses up to three tools, prices and runs them, and combines their answers.',
  path: '/api/v2',
  access: 'key',
  layer: 3,
  errors: 'gateway',
  cors: 'any-origin',
  limits: 'tools',
  takesQueryKey: true,
  timeoutMs: 45_000,
});
