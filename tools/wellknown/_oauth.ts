/** Protected resource metadata (RFC 9728) of a place where OAuth tokens work. */
import { z } from 'zod';
import type { Scope } from '../../src/identity/oauth/types.ts';
import type { CallContext } from '../../src/kernel/context.ts';

export const resourceMetadata = z.object({
  resource: z.string().describe('What a token is asked for.'),
  authorization_servers: z.array(z.string()).describe('Who gives tokens for it; nobody where none is needed.'),
  bearer_methods_supported: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  resource_name: z.string(),
  resource_documentation: z.string(),
});

export const debugHandle = z
  .string()
  .regex(/^[\w.-]{1,128}$/)
  .describe('The handle in the address of the server');

/** Of a place that is open to everybody: nobody is to be asked for a token, even though this server gives some elsewhere. */
export function buildOpenMetadata(path: string, { server }: CallContext): z.output<typeof resourceMetadata> {
  return {
    resource: `${server.baseUrl}${path}`,
    authorization_servers: [],
    bearer_methods_supported: ['header'],
    scopes_supported: [],
    resource_name: 'Farebox',
    resource_documentation: `${server.baseUrl}/docs`,
  };
}

/** `path`: where the resource is below the public address, empty for all of it. */
export function buildResourceMetadata(
  path: string,
  scopes: readonly Scope[],
  { services, server }: CallContext,
): z.output<typeof resourceMetadata> {
  return {
    resource: `${server.baseUrl}${path}`,
    authorization_servers: [services.oauth.issuer],
    bearer_methods_supported: ['header'],
    scopes_supported: [...scopes],
    resource_name: 'Farebox',
    resource_documentation: `${server.baseUrl}/docs`,
  };
}

/**
 * Answer to whoever looks for the authorization server of a place that is open to everybody. With a 404 Codex goes on to
 * the one of the whole host, and starts a sign-in where nobody has to; at a 501 it ends its search.
 */
export const noAuthorizationServer = z.object({ detail: z.string().describe('That nobody has to sign in there.') });

export const buildOpenAnswer = (path: string): z.output<typeof noAuthorizationServer> => ({
  detail: `${path} is open to everybody: there is no authorization server for it.`,
});
