import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { startedOutput, startWork } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineTool({
  title: 'Run the push',
  description: 'Makes analysed articles public and delivers them to the answer-engine API, in the background.',
  route: 'POST /admin/run-push',
  effect: 'write',
  input: z.object({}),
  output: startedOutput,
  examples: [{}],
  run: (_input, ctx) => startWork(ctx, 'push'),
});
