import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { clientId, clientSecret, field } from './_fields.ts';

export default defineTool({
  title: 'Give a token back',
  description:
    'Ends an access token, or with a refresh token the whole access of a client, at once (RFC 7009). What is not known counts as revoked.',
  effect: 'destroy',
  cors: 'any-origin',
  secret: true,
  body: 'form',
  bodyBytesMax: 65_536,
  input: z.object({
    token: field('The access token or refresh token.'),
    token_type_hint: field('Not needed.'),
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
