import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Debug service',
  description: 'Report errors, search known fixes, contribute fixes and confirm that they work. Free, without a key.',
  path: '/api/v2/debug-ai',
  access: 'public',
  errors: 'gateway',
  cors: 'any-origin',
  limits: 'tools',
  takesQueryKey: true,
  mcpLists: ['debug'],
  timeoutMs: 30_000,
});
