import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Entrance',
  description: 'The ways in for people: the invite page, the sign-in page, and what their scripts ask.',
  namePrefix: 'entrance-',
  path: '/claw',
  access: 'public',
  errors: 'newsroom',
  mcpLists: null,
  timeoutMs: 20_000,
});
