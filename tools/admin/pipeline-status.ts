import { defineTool } from '../../src/kernel/tool/tool.ts';
import { pipelineOutput, readPipeline } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineTool({
  title: 'Pipeline progress',
  description:
    'Return the progress of collecting, analyzing, translating and publishing, or the result of each last run.',
  route: 'GET /admin/pipeline-status',
  effect: 'read',
  output: pipelineOutput,
  run: (_input, ctx) => readPipeline(ctx),
});
