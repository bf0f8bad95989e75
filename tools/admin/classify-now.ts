import { defineStart } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineStart('analyze', {
  title: 'Analyze articles now',
  description: 'Analyze all collected articles that are pending, in the background.',
  route: 'POST /admin/classify-now',
});
