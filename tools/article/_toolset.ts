import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Articles',
  description: "Translate the company's articles into English, Japanese and Chinese, and read each version.",
  namePrefix: 'article-',
  path: '/api/article-translations',
  access: 'member',
  scope: 'newsroom',
  errors: 'newsroom',
  cors: 'any-origin',
  timeoutMs: 60_000,
});
