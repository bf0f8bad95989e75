import type { Principal } from '../../kernel/principal.ts';
import { type Access, getToolScope, isCompanyAccess, needsSession } from '../../kernel/tool/access.ts';
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import type { McpServerName } from '../../kernel/tool/toolset.ts';

/** Tools that make sense over MCP: webhooks, pages and redirects are for browsers and other servers. */
export function isVisibleTool(tool: RegisteredTool): boolean {
  const answersData = tool.reply === 'json' || tool.reply === 'bytes';
  return answersData && tool.definition.body !== 'raw' && tool.toolset.mcpLists !== null;
}

const KEY_PATHS: ReadonlySet<Access> = new Set(['root-key', 'key-owner', 'key-maker']);

/**
 * Whether a list or a search shows the tool to this caller; the call itself is decided by the kernel. `isMember`: acts
 * for a company.
 */
export function isVisibleTo(tool: RegisteredTool, principal: Principal, isMember: boolean): boolean {
  if (!isVisibleTool(tool)) return false;
  const { access } = tool;
  if (principal.kind === 'operator') return true;
  if (access === 'operator') return false;
  if (principal.kind === 'session') return access !== 'root-key';
  if (principal.kind === 'anonymous') return access === 'public' || access === 'key' || access === 'account-reader';
  if (KEY_PATHS.has(access)) {
    if (!principal.isRoot) return false;
  } else if (isCompanyAccess(access) && (!isMember || needsSession(access))) return false;
  const { caps, grant } = principal;
  if (grant && !grant.scopes.includes(getToolScope(tool))) return false;
  const { tools } = caps;
  return tools === undefined || tool.toolset.layer === null || tools.includes(tool.name);
}

/** Part of `Selection` keys: callers with equal rights share one computed list. */
export function buildRightsKey(principal: Principal, isMember: boolean): string {
  if (principal.kind !== 'account') return principal.kind;
  const { isRoot, caps, grant } = principal;
  return `${isMember ? 'member ' : ''}${isRoot ? 'root' : 'key'}:${grant?.scopes.join() ?? '*'}:${[...(caps.tools ?? ['*'])].sort().join()}`;
}

/** Tools on the short list of a server; everything else is found by search. */
export function isListed(tool: RegisteredTool, server: McpServerName): boolean {
  const { definition, toolset } = tool;
  const isNamed = (definition.mcpLists ?? toolset.mcpLists)?.includes(server) === true;
  return isNamed && (server !== 'free' || isFree(tool));
}

/** Tools that need no key. The newsroom's public operations are a part of its own sign-in and not of this list. */
export function isFree(tool: RegisteredTool): boolean {
  return tool.access === 'public' && tool.priceMicros === 0 && tool.toolset.errors === 'gateway';
}

/** Tools that search finds: all but the sign-in steps of our own pages. */
export function isSearchable(tool: RegisteredTool): boolean {
  return isVisibleTool(tool) && !(tool.access === 'public' && tool.definition.cors === 'own-origin');
}
