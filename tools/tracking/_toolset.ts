import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Email tracking',
  description: 'Targets of the links in emails: the pixel, tracked links, and unsubscribing.',
  namePrefix: 'tracking-',
  path: '/unsubscribe',
  access: 'public',
  errors: 'newsroom',
  limits: 'none',
  mcpLists: null,
  timeoutMs: 10_000,
});
