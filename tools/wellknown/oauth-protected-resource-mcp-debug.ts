import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool.ts';
import { buildOpenMetadata, debugHandle, resourceMetadata } from './_oauth.ts';

export default defineTool({
  title: 'Protected resource metadata of the debug MCP server',
  description: 'Says that the debug MCP server asks for no token (RFC 9728).',
  effect: 'read',
  route: 'GET /.well-known/oauth-protected-resource/mcp/debug/{lobster_id}',
  input: z.object({ lobster_id: debugHandle }),
  output: resourceMetadata,
  examples: [{ lobster_id: 'my-agent' }],
  run: async ({ lobster_id: handle }, ctx) => buildOpenMetadata(`/mcp/debug/${handle}`, ctx),
});
