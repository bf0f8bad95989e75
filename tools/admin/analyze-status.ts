import { defineProgress } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineProgress('analyze', {
  title: 'Analysis progress',
  description: 'Return the progress of analyzing collected articles, or the result of the last run.',
  route: 'GET /admin/analyze-status',
});
