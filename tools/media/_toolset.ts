import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Media',
  description:
    'Find newsrooms and journalists for a piece of news, keep lists of them, and write to each in its own terms.',
  namePrefix: 'media-',
  path: '/api/media',
  access: 'member',
  scope: 'newsroom',
  errors: 'newsroom',
  cors: 'any-origin',
  timeoutMs: 45_000,
});
