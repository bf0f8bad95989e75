import { defineTool } from '../../src/kernel/tool/tool.ts';
import { pipelineOutput, readPipeline } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineTool({
  title: 'Progress of the pipeline',
  description:
    'How far collecting, analysing, translating and publishing are; of what does not run, how it went last time.',
  route: 'GET /admin/pipeline-status',
  effect: 'read',
  output: pipelineOutput,
  run: (_input, ctx) => readPipeline(ctx),
});
