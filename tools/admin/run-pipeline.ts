import { defineStart } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineStart('pipeline', {
  title: 'Run the pipeline',
  description: 'Analyses what waits, then publishes it, in the background.',
  route: 'POST /admin/run-pipeline',
});
