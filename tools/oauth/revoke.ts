import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { clientId, clientSecret, field } from './_fields.ts';

export default defineTool({
  title: 'Revoke a token',
  description:
    'Revokes an access token immediately, or all access of a client with its refresh token (RFC 7009). Unknown tokens count as revoked.',
  effect: 'destroy',
  cors: 'any-origin',
  secret: true,
  body: 'form',
  bodyBytesMax: 65_536,
  input: z.object({
    token: field('Access token or refresh token to revoke.'),
    token_type_hint: field('Optional hint; ignored by this server.'),
    client_id: clientId,
    client_secret: clientSecret,
  }),
  output: z.object({}),
  examples: [],
  async run(input, ctx) {
    await ctx.services.oauth.revoke(input);
    return {};
  },
});
