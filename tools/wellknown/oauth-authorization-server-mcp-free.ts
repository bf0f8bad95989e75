import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool.ts';
import { buildOpenAnswer, noAuthorizationServer } from './_oauth.ts';

export default defineTool({
  title: 'Authorization server of the free MCP server',
  description: 'Says that the free MCP server has no authorization server, so that clients ask nobody to sign in.',
  effect: 'read',
  route: 'GET /.well-known/oauth-authorization-server/mcp/free',
  status: 501,
  input: z.object({}),
  output: noAuthorizationServer,
  examples: [{}],
  run: async () => buildOpenAnswer('/mcp/free'),
});
