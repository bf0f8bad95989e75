import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { readServer, serverField } from './_oauth.ts';

/**
 * With a 404 Codex goes on to the authorization server of the whole host, and starts a sign-in where nobody has to; at a
 * 501 it ends its search. For the paid server that next step is the right one.
 */
export default defineTool({
  title: 'Authorization servers of open MCP servers',
  description: 'Tells clients that an open MCP server has no authorization server, so no sign-in is needed.',
  effect: 'read',
  route: 'GET /.well-known/oauth-authorization-server/mcp/{server}',
  takesRest: true,
  status: 501,
  input: z.object({ server: serverField }),
  output: z.object({ detail: z.string().describe('Statement that no sign-in is needed.') }),
  examples: [{ server: 'free' }, { server: 'debug/my-agent' }],
  async run({ server }) {
    const { path, isPaid } = readServer(server);
    if (isPaid) throw new FareboxError('NOT_FOUND');
    return { detail: `${path} is open to everybody: it has no authorization server.` };
  },
});
