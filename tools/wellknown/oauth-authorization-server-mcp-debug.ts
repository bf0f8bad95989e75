import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool.ts';
import { buildOpenAnswer, debugHandle, noAuthorizationServer } from './_oauth.ts';

export default defineTool({
  title: 'Authorization server of the debug MCP server',
  description: 'Says that the debug MCP server has no authorization server, so that clients ask nobody to sign in.',
  effect: 'read',
  route: 'GET /.well-known/oauth-authorization-server/mcp/debug/{lobster_id}',
  status: 501,
  input: z.object({ lobster_id: debugHandle }),
  output: noAuthorizationServer,
  examples: [{ lobster_id: 'my-agent' }],
  run: async ({ lobster_id: handle }) => buildOpenAnswer(`/mcp/debug/${handle}`),
});
