import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Notifications',
  description: 'Webhooks and alerts of an account: endpoints, deliveries, and the low-balance alert.',
  namePrefix: 'notify-',
  path: '/api/account',
  access: 'key-owner',
  errors: 'gateway',
  cors: 'any-origin',
  mcpLists: null,
  timeoutMs: 15_000,
});
