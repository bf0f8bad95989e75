import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { buildResourceMetadata, readServer, resourceMetadata, serverField } from './_oauth.ts';

/**
 * The document that the challenge of a 401 points to. It names the very address that it was asked for, as RFC 9728 §3.3 has
 * clients check. An open server names nobody: else some clients sign in with this host where nobody has to.
 */
export default defineTool({
  title: 'Protected resource metadata of an MCP server',
  description: 'Returns how to authenticate at an MCP server and all its paths (RFC 9728).',
  effect: 'read',
  route: 'GET /.well-known/oauth-protected-resource/mcp/{server}',
  takesRest: true,
  input: z.object({
    server: serverField,
    tools: z.string().max(8_000).optional().describe('Comma-separated tool names from the query of the server URL.'),
  }),
  output: resourceMetadata,
  examples: [{ server: 'proxy' }, { server: 'proxy/x/all', tools: 'weather' }],
  async run({ server, tools }, ctx) {
    const { path, isPaid } = readServer(server);
    const query = tools === undefined ? '' : `?tools=${encodeURIComponent(tools).replaceAll('%2C', ',')}`;
    return buildResourceMetadata(`${path}${query}`, isPaid ? ['tools'] : [], ctx);
  },
});
