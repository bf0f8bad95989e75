import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { listEndpoints } from '../../src/signals/webhooks/endpoint-reads.ts';
import { endpointOutput, findAccountId, formatEndpoint, modeField } from './_shared.ts';

export default defineTool({
  title: 'List webhooks',
  description: 'List the webhook endpoints of this account, newest first. Requires the root key or a session.',
  route: 'GET /api/account/webhooks',
  effect: 'read',
  input: z.object({ mode: modeField }),
  output: z.object({ webhooks: z.array(endpointOutput).describe('Endpoints, newest first.') }),
  examples: [{}],
  async run({ mode }, ctx) {
    const rows = await listEndpoints(ctx.services.database.db, await findAccountId(ctx, mode));
    return { webhooks: rows.map(formatEndpoint) };
  },
});
