import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { startedOutput, startWork } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineTool({
  title: 'Run the analysis',
  description: 'Analyses every collected article that waits for it, in the background.',
  route: 'POST /internal/run-analyze',
  effect: 'write',
  input: z.object({}),
  output: startedOutput,
  examples: [{}],
  run: (_input, ctx) => startWork(ctx, 'analyze', '/internal/pipeline-status'),
});
