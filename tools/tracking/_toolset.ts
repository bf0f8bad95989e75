import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Links in mails',
  description: 'What the links in a mail lead to: the pixel, counted links, and the way out.',
  namePrefix: 'tracking-',
  path: '/unsubscribe',
  access: 'public',
  errors: 'newsroom',
  limits: 'none',
  mcpLists: null,
  timeoutMs: 10_000,
});
