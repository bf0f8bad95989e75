import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { startedOutput, startWork } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineTool({
  title: 'Run the pipeline',
  description: 'Analyses what waits, then publishes it, in the background.',
  route: 'POST /admin/run-pipeline',
  effect: 'write',
  input: z.object({}),
  output: startedOutput,
  examples: [{}],
  run: (_input, ctx) => startWork(ctx, 'pipeline'),
});
