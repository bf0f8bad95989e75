import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Files',
  description: 'Audio and images that tools have made, for an hour.',
  path: '/media',
  access: 'public',
  errors: 'newsroom',
  mcpLists: null,
  timeoutMs: 15_000,
});
