import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Sign-in and invites',
  description: 'Invite page and sign-in page for people, with the requests of their scripts.',
  namePrefix: 'entrance-',
  path: '/claw',
  access: 'public',
  errors: 'newsroom',
  mcpLists: null,
  timeoutMs: 20_000,
});
