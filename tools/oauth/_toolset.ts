import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'OAuth',
  description: 'OAuth 2.1 for clients that act for a user: consent, tokens, registration and revocation.',
  namePrefix: 'oauth-',
  path: '/oauth',
  access: 'public',
  scope: 'account',
  errors: 'oauth',
  mcpLists: null,
  timeoutMs: 15_000,
});
