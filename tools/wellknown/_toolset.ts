import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Discovery',
  description: 'Discovery documents at standard addresses: keys and OAuth metadata.',
  path: '/.well-known',
  access: 'public',
  errors: 'newsroom',
  cors: 'any-origin',
  mcpLists: null,
  timeoutMs: 15_000,
});
