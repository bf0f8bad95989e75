import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Articles',
  description: 'Translate articles of the company into English, Japanese and Chinese, and read what they say in each.',
  namePrefix: 'article-',
  path: '/api/article-translations',
  access: 'member',
  scope: 'newsroom',
  errors: 'newsroom',
  cors: 'any-origin',
  timeoutMs: 60_000,
});
