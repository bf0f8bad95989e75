import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Account',
  description: 'Manage the prepaid account of an API key: balance, transactions, calls, keys and receipts.',
  namePrefix: 'account-',
  path: '/api/account',
  access: 'key',
  errors: 'gateway',
  cors: 'any-origin',
  takesQueryKey: true,
  timeoutMs: 15_000,
});
