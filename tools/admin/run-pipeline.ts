import { defineStart } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineStart('pipeline', {
  title: 'Run the pipeline',
  description: 'Analyze pending articles and then publish them, in the background.',
  route: 'POST /admin/run-pipeline',
});
