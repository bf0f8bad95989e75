import { defineToolset } from '../../src/kernel/tool.ts';

export default defineToolset({
  title: 'Direct tools',
  description: 'One upstream each, at one price a call; some are free and need no key.',
  path: '/api/proxy',
  access: 'key',
  layer: 1,
  errors: 'gateway',
  cors: 'any-origin',
  limits: 'tools',
  takesQueryKey: true,
  mcpLists: ['free'],
  timeoutMs: 30_000,
});
