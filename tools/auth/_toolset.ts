import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Sign-in, company and team',
  description: 'Sign in with a code by mail; the company, its members and the API keys of its account.',
  namePrefix: 'auth-',
  path: '/auth',
  access: 'member',
  scope: 'account',
  errors: 'newsroom',
  cors: 'any-origin',
  timeoutMs: 15_000,
});
