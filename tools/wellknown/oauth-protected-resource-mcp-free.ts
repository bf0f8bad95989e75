import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool.ts';
import { buildOpenMetadata, resourceMetadata } from './_oauth.ts';

/** Without it some clients find the authorization server of this host and sign in where nobody has to. */
export default defineTool({
  title: 'Protected resource metadata of the free MCP server',
  description: 'Says that the free MCP server asks for no token (RFC 9728).',
  effect: 'read',
  route: 'GET /.well-known/oauth-protected-resource/mcp/free',
  input: z.object({}),
  output: resourceMetadata,
  examples: [{}],
  run: async (_input, ctx) => buildOpenMetadata('/mcp/free', ctx),
});
