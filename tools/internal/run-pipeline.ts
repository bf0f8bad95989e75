import { defineStart } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineStart(
  'pipeline',
  {
    title: 'Run the pipeline',
    description: 'Start a background job that analyzes pending articles and then publishes them.',
    route: 'POST /internal/run-pipeline',
  },
  '/internal/pipeline-status',
);
