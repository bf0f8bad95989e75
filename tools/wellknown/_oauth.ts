/** Protected resource metadata (RFC 9728) of a place where OAuth tokens work. */
import { z } from 'zod';
import { readMcpPath } from '../../src/describe/mcp-servers.ts';
import type { Scope } from '../../src/identity/oauth/types.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';

export const resourceMetadata = z.object({
  resource: z.string().describe('Resource to request a token for.'),
  authorization_servers: z.array(z.string()).describe('Token issuers; empty if no token is needed.'),
  bearer_methods_supported: z.array(z.string()).describe('Ways to send the token.'),
  scopes_supported: z.array(z.string()).describe('Scopes that clients can request.'),
  resource_name: z.string().describe('Display name of the resource.'),
  resource_documentation: z.string().describe('URL of the documentation.'),
});

export const serverField = z
  .string()
  .max(2_000)
  .describe('Path of an MCP server below `/mcp/`, such as `proxy/x/all`, `free` or `debug/my-agent`.');

/** The path of an MCP server and whether it needs a token. Throws NOT_FOUND. */
export function readServer(server: string): { path: string; isPaid: boolean } {
  const path = `/mcp/${server}`;
  const found = readMcpPath(path);
  if (!found) throw new FareboxError('NOT_FOUND');
  return { path, isPaid: found.server === 'proxy' };
}

/** `path`: where the resource is below the public address, empty for all of it. Without scopes it is open to everybody. */
export function buildResourceMetadata(
  path: string,
  scopes: readonly Scope[],
  { services, server }: CallContext,
): z.output<typeof resourceMetadata> {
  return {
    resource: `${server.baseUrl}${path}`,
    authorization_servers: scopes.length > 0 ? [services.oauth.issuer] : [],
    bearer_methods_supported: ['header'],
    scopes_supported: [...scopes],
    resource_name: 'Farebox',
    resource_documentation: `${server.baseUrl}/docs`,
  };
}
