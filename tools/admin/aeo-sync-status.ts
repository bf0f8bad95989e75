import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { progressOutput } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineTool({
  title: 'Progress of the push',
  description: 'How far publishing and delivering is; when none runs, how the last one went.',
  route: 'GET /admin/aeo-sync-status',
  effect: 'read',
  input: z.object({}),
  output: progressOutput,
  examples: [{}],
  run: (_input, ctx) => ctx.services.jobs.readProgress('push'),
});
