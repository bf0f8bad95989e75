import { defineTool } from '../../src/kernel/tool/tool.ts';
import { startedOutput, startWork } from '../../src/newsroom/operations/pipeline/output.ts';

export default defineTool({
  title: 'Collect articles now',
  description:
    'Read every source in SCRAPE_SOURCES in the background and store new articles. Sources that rate-limited this server are skipped. No email is sent.',
  route: 'POST /admin/scrape-now',
  effect: 'write',
  output: startedOutput,
  async run(_input, ctx) {
    const { jobs, sources } = ctx.services;
    // A run that is under way reads what it would have read.
    if (!(await jobs.readProgress('scrape')).running) await sources.ask();
    return await startWork(ctx, 'scrape');
  },
});
