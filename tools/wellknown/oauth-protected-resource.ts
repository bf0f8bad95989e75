import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool.ts';

/** RFC 9728: the document that the challenge of a 401 on /mcp/proxy points to. */
export default defineTool({
  title: 'Protected resource metadata',
  description: 'How to authenticate at the paid MCP server (RFC 9728).',
  effect: 'read',
  route: 'GET /.well-known/oauth-protected-resource/mcp/proxy',
  input: z.object({}),
  output: z.object({
    resource: z.string(),
    resource_name: z.string(),
    bearer_methods_supported: z.array(z.string()),
    scopes_supported: z.array(z.string()),
    resource_documentation: z.string(),
  }),
  examples: [{}],
  async run(_input, { server: { baseUrl } }) {
    return {
      resource: `${baseUrl}/mcp/proxy`,
      resource_name: 'Farebox',
      bearer_methods_supported: ['header'],
      scopes_supported: ['tools'],
      resource_documentation: `${baseUrl}/openapi.yaml`,
    };
  },
});
