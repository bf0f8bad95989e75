import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { startedOutput, startWork } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineTool({
  title: 'Scan media',
  description:
    'Reads the page and the feed of every medium that has one, in the background, some ten seconds each: what it says of itself, its latest articles, and whether it refuses such mail. What an import says of a medium stays.',
  route: 'POST /admin/media/scan',
  effect: 'write',
  status: 202,
  input: z.object({}),
  output: startedOutput,
  examples: [{}],
  run: (_input, ctx) => startWork(ctx, 'media-scan'),
});
