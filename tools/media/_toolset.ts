import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Media',
  description: 'Find newsrooms and journalists for a story, keep media lists, and write to each outlet individually.',
  namePrefix: 'media-',
  path: '/api/media',
  access: 'member',
  scope: 'newsroom',
  errors: 'newsroom',
  cors: 'any-origin',
  timeoutMs: 45_000,
});
