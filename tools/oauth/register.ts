import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';

const text = (about: string) => z.unknown().optional().describe(about);

export default defineTool({
  title: 'Register a client',
  description:
    'Registers a client that has no metadata document (RFC 7591). A client that gets no token within a day is deleted.',
  effect: 'write',
  cors: 'any-origin',
  secret: true,
  status: 201,
  bodyBytesMax: 16_384,
  input: z.object({
    redirect_uris: text('1 to 20 redirect URIs: https, loopback or a custom scheme.'),
    client_name: text('Name shown on the consent page.'),
    grant_types: text('authorization_code and refresh_token. Default: both.'),
    response_types: text('Response types, always `code`.'),
    token_endpoint_auth_method: text('none, client_secret_basic or client_secret_post. Default: client_secret_basic.'),
  }),
  output: z.object({
    client_id: z.string().describe('ID of the client.'),
    client_id_issued_at: z.number().describe('Time of registration, Unix timestamp in seconds.'),
    client_name: z.string().describe('Name of the client.'),
    redirect_uris: z.array(z.string()).describe('Registered redirect URIs.'),
    grant_types: z.array(z.string()).describe('Allowed grant types.'),
    response_types: z.array(z.string()).describe('Allowed response types.'),
    token_endpoint_auth_method: z.string().describe('Authentication method at the token endpoint.'),
    client_secret: z.string().optional().describe('Client secret, shown only once; absent for a public client.'),
    client_secret_expires_at: z.number().optional().describe('Expiry time of the secret; 0 for never.'),
  }),
  examples: [{ redirect_uris: ['http://127.0.0.1/callback'], client_name: 'An MCP client' }],
  run: (input, ctx) => ctx.services.oauth.register(input, ctx.principal.ip),
});
