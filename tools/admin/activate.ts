import { defineStatusTool } from './_accounts.ts';

export default defineStatusTool('active', {
  title: 'Activate an account',
  description: 'Takes the calls of an account again.',
  route: 'POST /admin/accounts/{agentId}/activate',
});
