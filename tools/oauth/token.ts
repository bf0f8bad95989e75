import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { clientId, clientSecret, field, resource, scope } from './_fields.ts';

export default defineTool({
  title: 'Get a token',
  description:
    'Gives a client its tokens for a code, a refresh token, or the key of an account (RFC 6749). A code and a refresh token work once; using one again ends the access that came of it.',
  effect: 'write',
  cors: 'any-origin',
  secret: true,
  body: 'form',
  bodyBytesMax: 65_536,
  input: z.object({
    grant_type: field('authorization_code, refresh_token or client_credentials.'),
    code: field('From the redirect of the consent page, for a minute.'),
    redirect_uri: field('The one that the code was sent to.'),
    code_verifier: field('What code_challenge was made of (PKCE).'),
    refresh_token: field('From the answer before.'),
    scope,
    resource,
    client_id: clientId,
    client_secret: clientSecret,
  }),
  output: z.object({
    access_token: z.string().describe('Send it as a bearer token to the resource.'),
    token_type: z.literal('Bearer'),
    expires_in: z.number().describe('Seconds.'),
    scope: z.string().describe('What it opens, with spaces between.'),
    refresh_token: z.string().optional().describe('For the next token; the one before is used up.'),
  }),
  examples: [],
  run: (input, ctx) => ctx.services.oauth.answerTokenRequest(input, ctx.principal.ip),
});
