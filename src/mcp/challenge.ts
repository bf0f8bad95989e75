/** Challenge for clients without the required token (RFC 6750 §3, RFC 9728 §5.1). */
import { PAID_MCP_PATH, readMcpPath } from '../describe/mcp-servers.ts';
import type { FareboxError } from '../kernel/errors/errors.ts';
import { createReasonError } from '../kernel/errors/reasons.ts';
import type { Principal } from '../kernel/principal.ts';
import { getToolScope } from '../kernel/tool/access.ts';
import type { Registry } from '../kernel/tool/registry.ts';
import { isRecord } from '../lib/record.ts';

/** Scope that a client asks for first. */
const SCOPE = 'tools';

/** Value of `WWW-Authenticate`. `error` is named only to a client whose token was refused: it then gets another. */
export function buildChallenge(
  baseUrl: string,
  pathname: string,
  { status, facts }: FareboxError,
  hadToken: boolean,
): string {
  const metadata = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource${findResourcePath(pathname)}"`;
  const { reason, details } = facts;
  // It names all scopes that the next token needs.
  if (reason === 'insufficient_scope') return `Bearer error="${reason}", ${metadata}, scope="${details?.scope}"`;
  const error = status === 401 && hadToken ? 'error="invalid_token", ' : '';
  return `Bearer ${error}${metadata}, scope="${SCOPE}"`;
}

/** The very address that the client connects to, as RFC 9728 §3.3 has clients compare it. */
function findResourcePath(pathname: string): string {
  if (readMcpPath(pathname)?.server !== 'proxy') return pathname.startsWith(PAID_MCP_PATH) ? PAID_MCP_PATH : '';
  return /^[\w/.,%-]*$/.test(pathname) ? pathname : PAID_MCP_PATH;
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

/** Whether a message of the body calls a tool that needs a key, be it through `call_tool`. */
export function needsKey(registry: Registry, body: unknown): boolean {
  return (Array.isArray(body) ? body : [body]).some((message: unknown) => {
    const name = readToolName(message);
    const tool = name === null ? undefined : registry.get(name);
    return tool !== undefined && tool.access !== 'public';
  });
}

function readToolName(body: unknown): string | null {
  if (!isRecord(body) || body.method !== 'tools/call' || !isRecord(body.params)) return null;
  const { name, arguments: input } = body.params;
  const called = name === 'call_tool' && isRecord(input) ? input.name : name;
  return typeof called === 'string' ? called : null;
}
