import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Campaigns',
  description: 'Send a press release to a list of media, one mail to each, and see who opened and clicked.',
  namePrefix: 'campaign-',
  path: '/api/campaigns',
  access: 'member',
  scope: 'newsroom',
  errors: 'newsroom',
  cors: 'any-origin',
  timeoutMs: 45_000,
});
