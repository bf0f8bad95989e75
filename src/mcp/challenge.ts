/** What a client without the needed token is told (RFC 6750 §3, RFC 9728 §5.1). */
import { PAID_MCP_PATH } from '../describe/mcp-servers.ts';
import { getToolScope } from '../kernel/access.ts';
import type { FareboxError } from '../kernel/errors.ts';
import type { Principal } from '../kernel/principal.ts';
import { createReasonError } from '../kernel/reasons.ts';
import { isRecord } from '../kernel/record.ts';
import type { Registry } from '../kernel/registry.ts';

/** What a client asks for first. */
const SCOPE = 'tools';

/** Value of `WWW-Authenticate`. Of an error about scopes it names all that the next token needs. */
export function buildChallenge(baseUrl: string, pathname: string, error?: FareboxError): string {
  const server = pathname.startsWith(PAID_MCP_PATH) ? PAID_MCP_PATH : '';
  const metadata = `${baseUrl}/.well-known/oauth-protected-resource${server}`;
  const { reason, details } = error?.facts ?? {};
  if (reason !== 'insufficient_scope') return `Bearer resource_metadata="${metadata}", scope="${SCOPE}"`;
  return `Bearer error="${reason}", resource_metadata="${metadata}", scope="${details?.scope}"`;
}

/** The refusal of a `tools/call` that this token's scopes don't cover, so that a client can ask for more; else null. */
export function findScopeFault(registry: Registry, principal: Principal, body: unknown): FareboxError | null {
  if (principal.kind !== 'account' || !principal.grant) return null;
  const { scopes } = principal.grant;
  const name = readToolName(body);
  const tool = name === null ? undefined : registry.get(name);
  if (!tool || scopes.includes(getToolScope(tool))) return null;
  return createReasonError('insufficient_scope', { details: { scope: [...scopes, getToolScope(tool)].join(' ') } });
}

function readToolName(body: unknown): string | null {
  if (!isRecord(body) || body.method !== 'tools/call' || !isRecord(body.params)) return null;
  return typeof body.params.name === 'string' ? body.params.name : null;
}
