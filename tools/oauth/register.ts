import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';

const text = (about: string) => z.unknown().optional().describe(about);

export default defineTool({
  title: 'Register a client',
  description:
    'Gives an id to a client that has no metadata document of its own (RFC 7591). A client that gets no token within a day is forgotten.',
  effect: 'write',
  cors: 'any-origin',
  secret: true,
  status: 201,
  bodyBytesMax: 16_384,
  input: z.object({
    redirect_uris: text('1 to 20 addresses: https, loopback, or a scheme of the client’s own.'),
    client_name: text('Shown to whoever is asked for access.'),
    grant_types: text('authorization_code, and refresh_token to stay signed in; absent: both.'),
    response_types: text('code.'),
    token_endpoint_auth_method: text('none, client_secret_basic (when absent) or client_secret_post.'),
  }),
  output: z.object({
    client_id: z.string().describe('Id of the client.'),
    client_id_issued_at: z.number().describe('Unix seconds.'),
    client_name: z.string(),
    redirect_uris: z.array(z.string()),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    token_endpoint_auth_method: z.string(),
    client_secret: z.string().optional().describe('Shown this once; absent for a public client.'),
    client_secret_expires_at: z.number().optional().describe('0: never.'),
  }),
  examples: [{ redirect_uris: ['http://127.0.0.1/callback'], client_name: 'An MCP client' }],
  run: (input, ctx) => ctx.services.oauth.register(input, ctx.principal.ip),
});
