/** Generates `/llms.txt`, `/llms-full.txt` and the Markdown form of `/agent` for models. */

import { formatUnit } from '../kernel/tool/coverage.ts';
import type { RegisteredTool, Registry } from '../kernel/tool/registry.ts';
import { categories } from '../kernel/tool/tool.ts';
import { toUsdText } from '../lib/money.ts';
import { formatParams } from './capabilities.ts';
import {
  buildAgentGuide,
  buildComposedSection,
  buildFirstSteps,
  buildMoneySection,
  buildReceiptSection,
  buildReferenceSection,
  type DiscoveryInfo,
  ERRORS_SECTION,
  formatMarkdown,
  formatSummary,
  listDocumentLinks,
  listToolsOnOffer,
} from './guide.ts';
import { buildExampleAddress, mcpServers } from './mcp-servers.ts';

const formatHeading = (registry: Registry): string => `# Farebox\n\n> ${formatSummary(registry)}`;

/** Short: the steps, the tools by category, and where to read on (llmstxt.org). */
export function buildLlmsText(registry: Registry, facts: DiscoveryInfo): string {
  const tools = listToolsOnOffer(registry);
  const formatNames = (members: readonly RegisteredTool[]): string =>
    members
      .map(
        ({ name, priceMicros, covers }) =>
          `${name} ${priceMicros === 0 ? 'free' : toUsdText(priceMicros)}${formatUnit(covers)}`,
      )
      .join(', ');
  const byCategory = categories.flatMap((category) => {
    const members = tools.filter((tool) => tool.category === category);
    if (members.length === 0) return [];
    const url = `${facts.baseUrl}/api/capabilities?category=${category}`;
    return [{ title: category, url, note: formatNames(members) }];
  });
  // Those of the operator have none.
  const byToolset = [...registry.toolsets].flatMap(([name, { title }]) => {
    const members = tools.filter((tool) => tool.toolsetName === name && tool.definition.passThrough);
    if (members.length === 0) return [];
    return [{ title, url: `${facts.baseUrl}/docs?group=${name}`, note: formatNames(members) }];
  });
  const mcp = mcpServers.map((server) => ({
    title: server.title,
    url: buildExampleAddress(server, facts.baseUrl),
    note: `${server.description} ${server.needsKey ? 'Authorization: Bearer <apiKey>' : 'No key needed.'}`,
  }));
  const sections = [
    buildFirstSteps(registry, facts),
    {
      title: 'Tools',
      text: ['Prices in USD per call. Each link lists the tools of one category with their parameters.'],
      links: [...byCategory, ...byToolset],
    },
    ...buildComposedSection(registry, facts.baseUrl),
    buildReceiptSection(facts.baseUrl),
    buildMoneySection(facts),
    ERRORS_SECTION,
    { title: 'MCP', text: [], links: mcp },
    buildReferenceSection(registry, facts.baseUrl),
    { title: 'Documents', text: [], links: listDocumentLinks(facts.baseUrl) },
  ];
  return `${formatHeading(registry)}\n\n${formatMarkdown(sections)}\n`;
}

export function buildAgentText(registry: Registry, facts: DiscoveryInfo): string {
  return `${formatHeading(registry)}\n\n${formatMarkdown(buildAgentGuide(registry, facts))}\n`;
}

/** The guide, and every operation that a caller with a key can use. */
export function buildLlmsFullText(registry: Registry, facts: DiscoveryInfo): string {
  const operations = [...registry.toolsets].flatMap(([name, { title, description }]) => {
    const members = registry.tools.filter((tool) => tool.toolsetName === name && isForCallers(tool));
    if (members.length === 0) return [];
    return [`## ${title}\n\n${description}`, ...members.map((tool) => formatOperation(tool, facts.baseUrl))];
  });
  return `${buildAgentText(registry, facts)}\n${operations.join('\n\n')}\n`;
}

/** Pages, redirects and webhooks are for browsers and other servers. */
function isForCallers({ access, reply, definition }: RegisteredTool): boolean {
  return access !== 'operator' && (reply === 'json' || reply === 'bytes') && definition.body !== 'raw';
}

function formatOperation(tool: RegisteredTool, baseUrl: string): string {
  const { name, description, priceMicros, covers, method, path, inputSchema, access, definition } = tool;
  const params = formatParams(inputSchema);
  const isOpen = access === 'public' && priceMicros === 0;
  const [example] = definition.examples;
  return [
    `### ${name}`,
    description,
    `- \`${method} ${baseUrl}${path}\``,
    `- Price: ${priceMicros === 0 ? 'free' : `${toUsdText(priceMicros)} USD`}${formatUnit(covers)}${isOpen ? ', no key needed' : ''}`,
    `- Parameters: ${params === '' ? 'none' : params}`,
    ...(example === undefined || Object.keys(example).length === 0
      ? []
      : [`- Example: \`${JSON.stringify(example)}\``]),
  ].join('\n');
}
