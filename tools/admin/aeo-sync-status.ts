import { defineProgress } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineProgress('push', {
  title: 'Progress of the push',
  description: 'How far publishing and delivering is; when none runs, how the last one went.',
  route: 'GET /admin/aeo-sync-status',
});
