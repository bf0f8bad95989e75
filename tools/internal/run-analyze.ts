import { defineStart } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineStart(
  'analyze',
  {
    title: 'Run the analysis',
    description: 'Starts a background job that analyzes all collected articles that are pending.',
    route: 'POST /internal/run-analyze',
  },
  '/internal/pipeline-status',
);
