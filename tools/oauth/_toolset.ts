import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'OAuth',
  description: 'Access for clients that sign their users in: consent, tokens, registration and revocation.',
  namePrefix: 'oauth-',
  path: '/oauth',
  access: 'public',
  scope: 'account',
  errors: 'oauth',
  mcpLists: null,
  timeoutMs: 15_000,
});
