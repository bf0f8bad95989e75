import { defineProgress } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineProgress('analyze', {
  title: 'Progress of the analysis',
  description: 'How far the analysis of collected articles is; when none runs, how the last one went.',
  route: 'GET /admin/analyze-status',
});
