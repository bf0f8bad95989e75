import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Files',
  description: 'Audio and image files created by tools, kept for one hour.',
  path: '/media',
  access: 'public',
  errors: 'newsroom',
  mcpLists: null,
  timeoutMs: 15_000,
});
