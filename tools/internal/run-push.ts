import { defineStart } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineStart(
  'push',
  {
    title: 'Publish articles',
    description: 'Start a background job that publishes analyzed articles and delivers them to the answer-engine API.',
    route: 'POST /internal/run-push',
  },
  '/internal/pipeline-status',
);
