import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Billing',
  description: 'See, buy, change and cancel the plan of a company.',
  namePrefix: 'billing-',
  path: '/billing',
  access: 'member',
  scope: 'account',
  errors: 'newsroom',
  cors: 'any-origin',
  timeoutMs: 20_000,
});
