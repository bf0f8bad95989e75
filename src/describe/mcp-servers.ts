/** The MCP servers of the product, as the documents about them and the API description name them. */
import type { McpServerName } from '../kernel/toolset.ts';

/** Every MCP server of the product has its address below this path. */
export const MCP_ROOT = '/mcp';

/** The server that needs a key, and that OAuth tokens are bound to. */
export const PAID_MCP_PATH = `${MCP_ROOT}/proxy`;

export interface McpServerFacts {
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

export const mcpServers: readonly McpServerFacts[] = [
  {
    name: 'proxy',
    id: 'farebox',
    path: PAID_MCP_PATH,
    title: 'Farebox',
    description: 'One key, one prepaid balance: metered tools for agents, each call with a receipt.',
    needsKey: true,
  },
  {
    name: 'free',
    id: 'farebox-free',
    path: `${MCP_ROOT}/free`,
    title: 'Farebox, free tools',
    description: 'Weather, encyclopedia, exchange rates, places and addresses for agents; no key needed.',
    needsKey: false,
  },
  {
    name: 'debug',
    id: 'farebox-debug',
    path: `${MCP_ROOT}/debug/{lobster_id}`,
    title: 'Farebox, debug service',
    description: 'Known fixes for errors: report, search, contribute, confirm; lobster_id is a handle of your own.',
    needsKey: false,
  },
];

/** What stands for a `{parameter}` where an address is shown. */
export const EXAMPLE_HANDLE = 'my-agent';

/** An address that works as it stands. */
export const buildExampleAddress = ({ path }: McpServerFacts, baseUrl: string): string =>
  `${baseUrl}${path.replace(/\{[^{}]+\}/g, EXAMPLE_HANDLE)}`;
