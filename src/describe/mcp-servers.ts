/** The MCP servers of the product, as the documents about them and the API description name them. */
export interface McpServerFacts {
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
    id: 'farebox',
    path: '/mcp/proxy',
    title: 'Farebox',
    description: 'One key, one prepaid balance: metered tools for agents, each call with a receipt.',
    needsKey: true,
  },
  {
    id: 'farebox-free',
    path: '/mcp/free',
    title: 'Farebox, free tools',
    description: 'Weather, encyclopedia, exchange rates, places and addresses for agents; no key needed.',
    needsKey: false,
  },
  {
    id: 'farebox-debug',
    path: '/mcp/debug/{lobster_id}',
    title: 'Farebox, debug service',
    description: 'Known fixes for errors: report, search, contribute, confirm; lobster_id is a handle of your own.',
    needsKey: false,
  },
];

/** What stands for a `{parameter}` where an address is shown. */
export const EXAMPLE_HANDLE = 'my-agent';

/** An address that works as it stands. */
export const buildExampleAddress = ({ path }: McpServerFacts, baseUrl: string): string =>
  `${baseUrl}${path.replace(/\{[^}]+\}/g, EXAMPLE_HANDLE)}`;
