import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Pages of one’s own',
  description:
    'The pages of those who are signed in: dashboard, newsroom, operators. Their scripts ask the same operations as programs do.',
  namePrefix: 'page-',
  path: '/dashboard',
  access: 'public',
  errors: 'gateway',
  mcpLists: null,
  timeoutMs: 20_000,
});
