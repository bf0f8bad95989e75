import { defineStart } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineStart('analyze', {
  title: 'Run the analysis',
  description: 'Analyses every collected article that waits for it, in the background.',
  route: 'POST /admin/run-analyze',
});
