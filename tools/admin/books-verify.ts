import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { startedOutput, startWork } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineTool({
  title: 'Prove the books',
  description: 'Proves the books of this server now, in the background, as `farebox verify` does.',
  route: 'POST /admin/books/verify',
  effect: 'write',
  input: z.object({}),
  output: startedOutput,
  examples: [{}],
  run: (_input, ctx) => startWork(ctx, 'books-verify', '/admin/books'),
});
