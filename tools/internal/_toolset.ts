import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Internal',
  description:
    'Operations for external schedulers with ADMIN_TOKEN: run and watch the pipeline, translate articles, process bounces.',
  namePrefix: 'internal-',
  path: '/internal',
  access: 'operator',
  errors: 'newsroom',
  limits: 'operators',
  mcpLists: null,
  timeoutMs: 15_000,
});
