import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Sign-in, company and team',
  description: 'Sign in with an emailed code and manage a company, its members and API keys.',
  namePrefix: 'auth-',
  path: '/auth',
  access: 'member',
  scope: 'account',
  errors: 'newsroom',
  cors: 'any-origin',
  timeoutMs: 15_000,
});
