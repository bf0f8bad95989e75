import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Debug service',
  description: 'Known fixes for errors: report one, search, contribute a fix, say whether it worked. Free, no key.',
  path: '/api/v2/debug-ai',
  access: 'public',
  errors: 'gateway',
  cors: 'any-origin',
  limits: 'tools',
  takesQueryKey: true,
  mcpLists: ['debug'],
  timeoutMs: 30_000,
});
