import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Payments',
  description: 'Deposit money by card: checkout pages and payment links.',
  namePrefix: 'payment-',
  path: '/api/stripe',
  access: 'public',
  errors: 'gateway',
  cors: 'any-origin',
  timeoutMs: 20_000,
});
