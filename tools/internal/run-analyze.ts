import { defineStart } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineStart(
  'analyze',
  {
    title: 'Run the analysis',
    description: 'Start a background job that analyzes all pending articles.',
    route: 'POST /internal/run-analyze',
  },
  '/internal/pipeline-status',
);
