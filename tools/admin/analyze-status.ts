import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { progressOutput } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineTool({
  title: 'Progress of the analysis',
  description: 'How far the analysis of collected articles is; when none runs, how the last one went.',
  route: 'GET /admin/analyze-status',
  effect: 'read',
  input: z.object({}),
  output: progressOutput,
  examples: [{}],
  run: (_input, ctx) => ctx.services.jobs.readProgress('analyze'),
});
