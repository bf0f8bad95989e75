import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { startedOutput, startWork } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineTool({
  title: 'Reconcile',
  description:
    'Compares the card deposits of the last 30 days with the payment provider now, in the background, as `farebox reconcile` does.',
  route: 'POST /admin/books/reconcile',
  effect: 'write',
  input: z.object({}),
  output: startedOutput,
  examples: [{}],
  run: (_input, ctx) => startWork(ctx, 'books-reconcile', '/admin/books'),
});
