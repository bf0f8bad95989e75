/** `/llms.txt`, `/llms-full.txt` and the Markdown form of `/agent`: what a model should read about this server. */

import { priceLabel, toUsdText } from '../kernel/money.ts';
import type { RegisteredTool, Registry } from '../kernel/registry.ts';
import { categories } from '../kernel/tool.ts';
import { paramsText } from './capabilities.ts';
import {
  agentGuide,
  composedSection,
  type DiscoveryFacts,
  documentLinks,
  ERRORS,
  firstSteps,
  markdownOf,
  moneySection,
  referenceSection,
  summaryOf,
  toolsOnOffer,
} from './guide.ts';
import { exampleAddress, mcpServers } from './mcp-servers.ts';

const heading = (registry: Registry): string => `# Farebox\n\n> ${summaryOf(registry)}`;

/** Short: the steps, the tools by category, and where to read on (llmstxt.org). */
export function llmsText(registry: Registry, facts: DiscoveryFacts): string {
  const tools = toolsOnOffer(registry);
  const byCategory = categories.flatMap((category) => {
    const members = tools.filter((tool) => tool.category === category);
    if (members.length === 0) return [];
    const named = members.map(
      ({ name, priceMicros }) => `${name} ${priceMicros === 0 ? 'free' : toUsdText(priceMicros)}`,
    );
    const url = `${facts.baseUrl}/api/capabilities?category=${category}`;
    return [{ title: category, url, note: named.join(', ') }];
  });
  const mcp = mcpServers.map((server) => ({
    title: server.title,
    url: exampleAddress(server, facts.baseUrl),
    note: `${server.description} ${server.needsKey ? 'Authorization: Bearer <apiKey>' : 'No key.'}`,
  }));
  const sections = [
    firstSteps(registry, facts),
    {
      title: 'Tools',
      text: ['Prices in USD a call. Each link lists the tools of one category with their parameters.'],
      links: byCategory,
    },
    ...composedSection(registry, facts.baseUrl),
    moneySection(facts),
    ERRORS,
    { title: 'MCP', text: [], links: mcp },
    referenceSection(registry, facts.baseUrl),
    { title: 'Documents', text: [], links: documentLinks(facts.baseUrl) },
  ];
  return `${heading(registry)}\n\n${markdownOf(sections)}\n`;
}

export function agentText(registry: Registry, facts: DiscoveryFacts): string {
  return `${heading(registry)}\n\n${markdownOf(agentGuide(registry, facts))}\n`;
}

/** The guide, and every operation that a caller with a key can use. */
export function llmsFullText(registry: Registry, facts: DiscoveryFacts): string {
  const operations = [...registry.toolsets].flatMap(([name, { title, description }]) => {
    const members = registry.tools.filter((tool) => tool.toolsetName === name && isForCallers(tool));
    if (members.length === 0) return [];
    return [`## ${title}\n\n${description}`, ...members.map((tool) => operationText(tool, facts.baseUrl))];
  });
  return `${agentText(registry, facts)}\n${operations.join('\n\n')}\n`;
}

/** Pages, redirects and webhooks are for browsers and other servers. */
function isForCallers({ access, reply, definition }: RegisteredTool): boolean {
  return access !== 'operator' && (reply === 'json' || reply === 'bytes') && definition.body !== 'raw';
}

function operationText(tool: RegisteredTool, baseUrl: string): string {
  const { name, description, priceMicros, method, path, inputSchema, access, definition } = tool;
  const params = paramsText(inputSchema);
  const isOpen = access === 'public' && priceMicros === 0;
  const [example] = definition.examples;
  return [
    `### ${name}`,
    description,
    `- \`${method} ${baseUrl}${path}\``,
    `- Price: ${priceMicros === 0 ? 'free' : priceLabel(priceMicros).replace(' (', ' USD (')}${isOpen ? ', no key needed' : ''}`,
    `- Parameters: ${params === '' ? 'none' : params}`,
    ...(example === undefined || Object.keys(example).length === 0
      ? []
      : [`- Example: \`${JSON.stringify(example)}\``]),
  ].join('\n');
}
