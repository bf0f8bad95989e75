import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Account',
  description: 'The prepaid account behind an API key: balance, history, keys, receipts.',
  namePrefix: 'account-',
  path: '/api/account',
  access: 'key',
  errors: 'gateway',
  cors: 'any-origin',
  takesQueryKey: true,
  timeoutMs: 15_000,
});
