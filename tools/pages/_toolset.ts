import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Web pages',
  description:
    'Pages for signed-in people: dashboard, newsroom and operator pages. Their scripts call the same operations as programs do.',
  namePrefix: 'page-',
  path: '/dashboard',
  access: 'public',
  errors: 'gateway',
  mcpLists: null,
  timeoutMs: 20_000,
});
