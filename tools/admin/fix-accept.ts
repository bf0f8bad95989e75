import { defineDecision } from './_fixes.ts';

export default defineDecision('published', {
  title: 'Accept a fix',
  description: 'Publish a fix and reward the account that contributed it, once.',
  route: 'POST /admin/fixes/{fixId}/accept',
});
