import { z } from 'zod';
import { identifyActor } from '../../src/identity/operators/operator.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireUpstreams, toolField, upstreamField } from './_upstreams.ts';

export default defineTool({
  title: 'Accept a changed tool',
  description:
    'Accept the definition that an upstream has changed, so that the tool is offered again. Without `tool`, accepts all changes of the upstream.',
  route: 'POST /admin/upstreams/{upstream}/accept',
  effect: 'write',
  failsWith: ['NOT_FOUND', 'CONFLICT'],
  input: z.object({
    upstream: upstreamField,
    tool: toolField.optional(),
    hash: z
      .string()
      .max(64)
      .optional()
      .describe('`pending.hash` from the list; fails with CONFLICT if the definition has changed again since.'),
  }),
  output: z.object({
    accepted: z.array(z.string()).describe('Names of the accepted tools, as the upstream uses them.'),
  }),
  examples: [{ upstream: 'docs', tool: 'read_text_file' }],
  async run({ upstream, tool = null, hash }, ctx) {
    return { accepted: await requireUpstreams(ctx).accept(upstream, tool, identifyActor(ctx.principal), hash) };
  },
});
