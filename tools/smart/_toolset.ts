import { defineToolset } from '../../src/kernel/tool.ts';

export default defineToolset({
  title: 'Smart services',
  description: 'Several sources behind one call: the next one answers when one fails.',
  namePrefix: 'smart-',
  path: '/api/v2',
  access: 'key',
  layer: 2,
  errors: 'gateway',
  cors: 'any-origin',
  limits: 'tools',
  takesQueryKey: true,
  mcpLists: ['proxy'],
  timeoutMs: 60_000,
});
