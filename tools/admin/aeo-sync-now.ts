import { defineStart } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineStart('push', {
  title: 'Publish articles now',
  description: 'Publish analyzed articles and deliver them to the answer-engine API, in the background.',
  route: 'POST /admin/aeo-sync-now',
});
