import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Internal',
  description: 'What schedulers outside of this server do with ADMIN_TOKEN: start the pipeline, watch it, translate.',
  namePrefix: 'internal-',
  path: '/internal',
  access: 'operator',
  errors: 'newsroom',
  limits: 'operators',
  mcpLists: null,
  timeoutMs: 15_000,
});
