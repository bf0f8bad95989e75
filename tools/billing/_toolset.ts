import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Billing',
  description: 'The plan of a company: what it allows, where it is bought, changed and ended.',
  namePrefix: 'billing-',
  path: '/billing',
  access: 'member',
  scope: 'account',
  errors: 'newsroom',
  cors: 'any-origin',
  timeoutMs: 20_000,
});
