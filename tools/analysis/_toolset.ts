import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Analysis',
  description: 'Analyze news texts: facts, entities, FAQ, score and an improved release. Results are stored.',
  namePrefix: 'analysis-',
  path: '/api/results',
  access: 'member',
  scope: 'newsroom',
  errors: 'newsroom',
  cors: 'any-origin',
  timeoutMs: 60_000,
});
