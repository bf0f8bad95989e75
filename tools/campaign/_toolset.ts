import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Campaigns',
  description: 'Email a press release to a list of media outlets, and track opens and clicks.',
  namePrefix: 'campaign-',
  path: '/api/campaigns',
  access: 'member',
  scope: 'newsroom',
  errors: 'newsroom',
  cors: 'any-origin',
  timeoutMs: 45_000,
});
