import { defineStatusTool } from './_accounts.ts';

export default defineStatusTool('suspended', {
  title: 'Suspend an account',
  description: 'Refuses the calls of an account until it is activated again.',
  route: 'POST /admin/accounts/{agentId}/suspend',
});
