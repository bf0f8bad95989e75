import { defineToolset } from '../../src/kernel/tool.ts';

export default defineToolset({
  title: 'Smart services',
  description: 'Several sources behind one call: the next one answers when one fails.',
  namePrefix: 'smart-',
  path: '/api/v2',
  access: 'key',
  layer: 2,
  errors: 'gateway',
  timeoutMs: 60_000,
});
