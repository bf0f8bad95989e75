import { defineStatusTool } from './_accounts.ts';

export default defineStatusTool('active', {
  title: 'Reactivate an account',
  description: 'Accept calls of a suspended account again.',
  route: 'POST /admin/accounts/{agentId}/activate',
});
