import { defineToolset } from '../../src/kernel/tool/tool.ts';

export default defineToolset({
  title: 'Analysis',
  description:
    'Analyse news texts: facts, entities, questions and answers, score and a better release; results are kept.',
  namePrefix: 'analysis-',
  path: '/api/results',
  access: 'member',
  scope: 'newsroom',
  errors: 'newsroom',
  cors: 'any-origin',
  timeoutMs: 60_000,
});
