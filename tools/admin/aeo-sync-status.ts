import { defineProgress } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineProgress('push', {
  title: 'Publishing progress',
  description: 'Return the progress of publishing and delivery, or the result of the last run.',
  route: 'GET /admin/aeo-sync-status',
});
