import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Contacts',
  description: 'Keep your company’s own journalists: add, tag, import and export them, and see what you sent them.',
  namePrefix: 'contact-',
  path: '/api/contacts',
  access: 'member',
  scope: 'newsroom',
  errors: 'newsroom',
  cors: 'any-origin',
  timeoutMs: 45_000,
});
