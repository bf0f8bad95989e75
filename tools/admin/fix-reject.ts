import { defineDecision } from './_fixes.ts';

export default defineDecision('rejected', {
  title: 'Reject a fix',
  description: 'Reject a fix or unpublish it. The same text is refused in later contributions.',
  route: 'POST /admin/fixes/{fixId}/reject',
});
