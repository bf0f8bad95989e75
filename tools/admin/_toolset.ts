import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Operator',
  description: 'Operator actions: look up, fund, suspend and rekey accounts, invite people, and manage operators.',
  namePrefix: 'admin-',
  path: '/admin',
  access: 'operator',
  errors: 'newsroom',
  limits: 'operators',
  mcpLists: null,
  timeoutMs: 15_000,
});
