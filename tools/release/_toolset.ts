import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Press releases',
  description: "Write, improve, score and store a company's press releases, and export them as PDF.",
  namePrefix: 'release-',
  path: '/api/press-release',
  access: 'member',
  scope: 'newsroom',
  errors: 'newsroom',
  cors: 'any-origin',
  timeoutMs: 45_000,
});
