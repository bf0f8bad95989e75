import { defineDecision } from './_fixes.ts';

export default defineDecision('rejected', {
  title: 'Reject a fix',
  description: 'Takes a fix out of the published ones, or keeps it from them; the same text is then refused.',
  route: 'POST /admin/fixes/{fixId}/reject',
});
