import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool.ts';
import { buildResourceMetadata, resourceMetadata } from './_oauth.ts';

/** The document that the challenge of a 401 on /mcp/proxy points to. */
export default defineTool({
  title: 'Protected resource metadata of MCP',
  description: 'How to authenticate at the paid MCP server (RFC 9728).',
  effect: 'read',
  route: 'GET /.well-known/oauth-protected-resource/mcp/proxy',
  input: z.object({}),
  output: resourceMetadata,
  examples: [{}],
  run: async (_input, ctx) => buildResourceMetadata('/mcp/proxy', ['tools'], ctx),
});
