/** Documents for other software: robots, security contact, API catalog, the MCP registry's form, prices. */
import { type DiscoveryFacts, toolsOnOffer } from './guide.ts';
import { priceLabel, toUsd } from './money.ts';
import type { Registry } from './registry.ts';

/** Renewed with every reading: RFC 9116 wants a date less than a year ahead. */
const SECURITY_TXT_MS = 90 * 24 * 60 * 60 * 1000;
/** What the MCP registry takes. */
const MCP_DESCRIPTION_LENGTH_MAX = 100;
const MCP_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** Calls, payment links and files are nothing to index; what describes them is. */
export function robotsText(): string {
  return `User-agent: *
Disallow: /api/
Disallow: /mcp/
Disallow: /media/
Disallow: /pay/
Disallow: /billing/
Allow: /api/capabilities
Allow: /api/v2/smart/capabilities
`;
}

/** RFC 9116. Null when the operator has given no address. */
export function securityText({ baseUrl, operatorContact }: DiscoveryFacts, nowMs: number): string | null {
  const contact = /^[^\s@:/]+@[^\s@]+$/.test(operatorContact) ? `mailto:${operatorContact}` : operatorContact;
  if (!/^(https:\/\/|mailto:)[^\s]+$/.test(contact)) return null;
  return `Contact: ${contact}
Expires: ${new Date(nowMs + SECURITY_TXT_MS).toISOString()}
Preferred-Languages: en
Canonical: ${baseUrl}/.well-known/security.txt
`;
}

interface Target {
  href: string;
  type: string;
}

/** RFC 9727: a linkset (RFC 9264) with one entry for each API. */
export function apiCatalog({ baseUrl }: DiscoveryFacts): { linkset: object[] } {
  const target = (path: string, type: string): Target => ({ href: `${baseUrl}${path}`, type });
  const docs = [target('/agent', 'text/html'), target('/llms.txt', 'text/markdown')];
  const status = [target('/health', 'application/json')];
  const mcp = { 'service-desc': [target('/server.json', 'application/json')], 'service-doc': docs, status };
  return {
    linkset: [
      {
        anchor: `${baseUrl}/`,
        'service-desc': [target('/openapi.yaml', 'application/yaml'), target('/openapi.json', 'application/json')],
        'service-doc': docs,
        'service-meta': [target('/api/capabilities', 'application/json'), target('/pricing', 'application/json')],
        status,
      },
      { anchor: `${baseUrl}/mcp/free`, ...mcp },
      { anchor: `${baseUrl}/mcp/proxy`, ...mcp },
    ],
  };
}

/** The MCP registry's `server.json`: both servers as remotes. */
export function serverJson(registry: Registry, { baseUrl, version }: DiscoveryFacts): object {
  const { hostname } = new URL(baseUrl);
  const namespace =
    /[a-z]/i.test(hostname) && !hostname.includes(':') ? hostname.split('.').reverse().join('.') : 'localhost';
  const description = `One key, one prepaid balance: ${toolsOnOffer(registry).length} metered tools for agents.`;
  const authorization = {
    name: 'Authorization',
    description: `Bearer and an API key; POST ${baseUrl}/api/proxy/account/create makes one.`,
    isRequired: true,
    isSecret: true,
  };
  return {
    $schema: MCP_SCHEMA,
    name: `${namespace}/farebox`,
    title: 'Farebox',
    description: description.slice(0, MCP_DESCRIPTION_LENGTH_MAX),
    version,
    websiteUrl: `${baseUrl}/agent`,
    remotes: [
      { type: 'streamable-http', url: `${baseUrl}/mcp/proxy`, headers: [authorization] },
      { type: 'streamable-http', url: `${baseUrl}/mcp/free` },
    ],
  };
}

/** Prices as data. */
export function pricing(registry: Registry, { welcomeMicros, depositAmounts }: DiscoveryFacts): object {
  return {
    currency: 'USD',
    rewardToken: '1 WT = 0.001 USD',
    welcomeBalance: toUsd(welcomeMicros),
    depositAmounts,
    tools: toolsOnOffer(registry).map(({ name, title, description, category, toolset, priceMicros, method, path }) => ({
      tool: name,
      title,
      description,
      category,
      layer: `L${toolset.layer}`,
      price: toUsd(priceMicros),
      label: priceLabel(priceMicros),
      route: `${method} ${path}`,
    })),
  };
}
