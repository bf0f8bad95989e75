import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Public feed',
  description: 'Published articles in three languages, profiles of publishers, and all changes in order.',
  namePrefix: 'feed-',
  path: '/v1',
  access: 'public',
  scope: 'newsroom',
  errors: 'newsroom',
  cors: 'any-origin',
  limits: 'feed',
  takesKeyHeader: true,
  timeoutMs: 20_000,
});
