import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Statements',
  description: 'Exports, deposits, receipts and monthly statements of an account, for bookkeeping.',
  namePrefix: 'statement-',
  path: '/api/account',
  access: 'key-owner',
  errors: 'gateway',
  cors: 'any-origin',
  mcpLists: null,
  timeoutMs: 30_000,
});
