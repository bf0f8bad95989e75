import { defineStatusTool } from './_accounts.ts';

export default defineStatusTool('suspended', {
  title: 'Suspend an account',
  description: 'Refuse all calls of an account until it is reactivated.',
  route: 'POST /admin/accounts/{agentId}/suspend',
});
