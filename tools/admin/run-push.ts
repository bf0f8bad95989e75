import { defineStart } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineStart('push', {
  title: 'Run the push',
  description: 'Makes analysed articles public and delivers them to the answer-engine API, in the background.',
  route: 'POST /admin/run-push',
});
