import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Payments',
  description: 'Card deposits: checkouts, payment links, and the events of the payment provider.',
  namePrefix: 'payment-',
  path: '/api/stripe',
  access: 'public',
  errors: 'gateway',
  cors: 'any-origin',
  timeoutMs: 20_000,
});
