import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { clientId, clientSecret, field, resource, scope } from './_fields.ts';

export default defineTool({
  title: 'Get a token',
  description:
    'Issues tokens for a code, a refresh token or an API key (RFC 6749). A code or refresh token works once; reusing one revokes the access derived from it.',
  effect: 'write',
  cors: 'any-origin',
  secret: true,
  body: 'form',
  bodyBytesMax: 65_536,
  input: z.object({
    grant_type: field('Grant type: authorization_code, refresh_token or client_credentials.'),
    code: field('Authorization code from the redirect, valid for one minute.'),
    redirect_uri: field('Redirect URI that received the code.'),
    code_verifier: field('Code verifier of code_challenge (PKCE).'),
    refresh_token: field('Refresh token from the previous response.'),
    scope,
    resource,
    client_id: clientId,
    client_secret: clientSecret,
  }),
  output: z.object({
    access_token: z.string().describe('Access token; send it as a bearer token to the resource.'),
    token_type: z.literal('Bearer').describe('Token type, always Bearer.'),
    expires_in: z.number().describe('Lifetime of the access token in seconds.'),
    scope: z.string().describe('Granted scopes, space-separated.'),
    refresh_token: z.string().optional().describe('Refresh token for the next request; the previous one is used up.'),
  }),
  examples: [],
  run: (input, ctx) => ctx.services.oauth.answerTokenRequest(input, ctx.principal.ip),
});
