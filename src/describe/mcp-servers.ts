/** The MCP servers of the product, as the documents about them and the API description name them. */
import type { McpServerName } from '../kernel/tool/toolset.ts';

/** Every MCP server of the product has its address below this path. */
export const MCP_ROOT = '/mcp';

/** Discovery documents, of these servers and of others, are below this path. */
export const WELL_KNOWN_ROOT = '/.well-known';

/** The server that needs a key, and that OAuth tokens are bound to. */
export const PAID_MCP_PATH = `${MCP_ROOT}/proxy`;

export interface McpServerInfo {
  /** In its path. */
  name: McpServerName;
  /** Last part of its name in registries. */
  id: string;
  /** May hold a `{parameter}`. */
  path: string;
  title: string;
  /** Up to 100 characters: what registries show. */
  description: string;
  needsKey: boolean;
}

export const mcpServers: readonly McpServerInfo[] = [
  {
    name: 'proxy',
    id: 'farebox',
    path: PAID_MCP_PATH,
    title: 'Farebox',
    description: 'Pay-per-call tools for agents from one prepaid balance, with a receipt for every call.',
    needsKey: true,
  },
  {
    name: 'free',
    id: 'farebox-free',
    path: `${MCP_ROOT}/free`,
    title: 'Farebox free tools',
    description: 'Free tools: weather, encyclopedia, exchange rates, geocoding and IP location. No key needed.',
    needsKey: false,
  },
  {
    name: 'debug',
    id: 'farebox-debug',
    path: `${MCP_ROOT}/debug/{lobster_id}`,
    title: 'Farebox debugging help',
    description: 'Report errors and find known fixes. lobster_id is a handle of your choice. No key needed.',
    needsKey: false,
  },
];

/** Example value for a `{parameter}` in a shown address. */
export const EXAMPLE_HANDLE = 'my-agent';

/** An address that works as it stands. */
export const buildExampleAddress = ({ path }: McpServerInfo, baseUrl: string): string =>
  `${baseUrl}${path.replace(/\{[^{}]+\}/g, EXAMPLE_HANDLE)}`;

/** The choice that an address of an MCP server makes. */
export interface McpPath {
  server: McpServerName;
  handle: string | null;
  groups: string[];
  readonly: boolean;
}

const NAMES_MAX = 200;
const HANDLE = /^[A-Za-z0-9._-]{1,128}$/;

/** `/mcp/debug/<handle>`; `/mcp/free`, `/mcp/proxy`, each with `/x/<group>[,…]` and `/readonly` behind it in any order. */
export function readMcpPath(pathname: string): McpPath | null {
  const [empty, mcp, server, ...rest] = pathname.replace(/\/$/, '').split('/');
  if (empty !== '' || mcp !== 'mcp') return null;
  if (server === 'debug') {
    const [handle = '', more] = rest;
    if (!HANDLE.test(handle) || rest.length > 2 || (more !== undefined && more !== 'readonly')) return null;
    return { server, handle, groups: [], readonly: more === 'readonly' };
  }
  if (server !== 'free' && server !== 'proxy') return null;
  const selection: McpPath = { server, handle: null, groups: [], readonly: false };
  while (rest.length > 0) {
    const part = rest.shift();
    if (part === 'readonly') selection.readonly = true;
    else if (part === 'x' && rest[0]) selection.groups.push(...splitNames(rest.shift()));
    else return null;
  }
  return selection;
}

export function splitNames(value: string | string[] | null | undefined): string[] {
  const text = Array.isArray(value) ? value.join(',') : (value ?? '');
  return text
    .split(',', NAMES_MAX)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
