import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { countMedia } from '../../src/newsroom/media/contacts/reads.ts';
import { startedOutput, startWork } from '../../src/newsroom/operations/pipeline/output.ts';

const { job_id, kind, started, already_running, status_url } = startedOutput.shape;

export default defineTool({
  title: 'Embed outlets',
  description:
    'Create embeddings of the outlets’ descriptions of themselves in the background, for new and changed texts only. Without an embeddings provider nothing is done, and the response says so.',
  route: 'POST /admin/media/embed',
  effect: 'write',
  output: z.object({
    status: z.enum(['stub', 'accepted']).describe('Result. `stub` means that no embeddings provider is configured.'),
    embedded: z.number().int().describe('Number of outlets that can be compared by meaning so far.'),
    total: z.number().int().describe('Number of outlets.'),
    provider: z.string().nullable().describe('Provider of the embeddings.'),
    job_id: job_id.nullable(),
    kind: kind.nullable(),
    started: started.nullable(),
    already_running: already_running.nullable(),
    status_url: status_url.nullable(),
  }),
  async run(_input, ctx) {
    const { database, embedder } = ctx.services;
    const provider = embedder.identify(ctx);
    const figures = { ...(await countMedia(database.db)), provider };
    if (provider !== null) return { ...figures, ...(await startWork(ctx, 'media-embed')), status: 'accepted' as const };
    const none = { job_id: null, kind: null, started: null, already_running: null, status_url: null };
    return { ...figures, ...none, status: 'stub' as const };
  },
});
