/** Documents for other software: robots, security contact, API catalog, the MCP registry's form, prices. */

import { describeCovers } from '../kernel/tool/coverage.ts';
import type { Registry } from '../kernel/tool/registry.ts';
import { formatPrice, toUsd } from '../lib/money.ts';
import { type DiscoveryInfo, listToolsOnOffer } from './guide.ts';
import { type McpServerInfo, mcpServers } from './mcp-servers.ts';
import { hasOAuth } from './openapi/security.ts';

/** Renewed with every reading: RFC 9116 wants a date less than a year ahead. */
const SECURITY_TXT_MS = 90 * 24 * 60 * 60 * 1000;
/** Limit of the MCP registry. */
const MCP_DESCRIPTION_LENGTH_MAX = 100;
const MCP_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** Calls, payment links, people's pages and files are nothing to index; what describes them is. */
const CLOSED_PATHS = ['/admin', '/api/', '/auth/', '/billing/', '/internal/', '/mcp/', '/media/', '/oauth/', '/pay/'];
const OPEN_PATHS = ['/api/capabilities', '/api/v2/smart/capabilities'];

const CRAWLERS = {
  everybody: ['*'],
  searching: [
    'OAI-SearchBot',
    'ChatGPT-User',
    'Claude-SearchBot',
    'Claude-User',
    'PerplexityBot',
    'Googlebot',
    'Bingbot',
  ],
  training: ['GPTBot', 'ClaudeBot', 'Google-Extended', 'Applebot-Extended', 'CCBot', 'Bytespider'],
} as const;

/** RFC 9309; a crawler reads the group with its name and no other, so each has all rules. */
export function buildRobotsText({ contentSignal }: DiscoveryInfo): string {
  const rules = [
    `Content-Signal: ${contentSignal}`,
    ...CLOSED_PATHS.map((path) => `Disallow: ${path}`),
    ...[...OPEN_PATHS, ...fixedServers.map(({ path }) => buildCardPath(path))].map((path) => `Allow: ${path}`),
  ];
  const groups = Object.values(CRAWLERS).map((names) => [...names.map((name) => `User-agent: ${name}`), ...rules]);
  return `${groups.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** RFC 9116. Null when the operator has given no address. */
export function buildSecurityText({ baseUrl, operatorContact }: DiscoveryInfo, nowMs: number): string | null {
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
export function buildApiCatalog({ baseUrl }: DiscoveryInfo): { linkset: object[] } {
  const target = (path: string, type: string): Target => ({ href: `${baseUrl}${path}`, type });
  const docs = [target('/docs', 'text/html'), target('/agent', 'text/html'), target('/llms.txt', 'text/markdown')];
  const status = [target('/health', 'application/json')];
  return {
    linkset: [
      {
        anchor: `${baseUrl}/`,
        'service-desc': [target('/openapi.yaml', 'application/yaml'), target('/openapi.json', 'application/json')],
        'service-doc': docs,
        'service-meta': [target('/api/capabilities', 'application/json'), target('/pricing', 'application/json')],
        status,
      },
      ...fixedServers.map(({ path }) => ({
        anchor: `${baseUrl}${path}`,
        'service-desc': [target(buildCardPath(path), CARD_TYPE), target('/server.json', 'application/json')],
        'service-doc': docs,
        status,
      })),
    ],
  };
}

/** Those whose address is the same for everybody. */
const fixedServers = mcpServers.filter(({ path }) => !path.includes('{'));

/** The MCP registry's `server.json`: our servers as remotes. */
export function buildServerJson(registry: Registry, facts: DiscoveryInfo): object {
  const { baseUrl, version } = facts;
  const description = `One key, one prepaid balance: ${listToolsOnOffer(registry).length} pay-per-call tools for agents.`;
  return {
    $schema: MCP_SCHEMA,
    name: `${findNamespace(facts)}/farebox`,
    title: 'Farebox',
    description: description.slice(0, MCP_DESCRIPTION_LENGTH_MAX),
    version,
    websiteUrl: `${baseUrl}/agent`,
    remotes: fixedServers.map((server) => buildRemote(server, registry, facts)),
  };
}

/** The host's name turned round, as registries name what belongs to it. */
function findNamespace({ baseUrl }: DiscoveryInfo): string {
  const { hostname } = new URL(baseUrl);
  const isName = /[a-z]/i.test(hostname) && !hostname.includes(':');
  return isName ? hostname.split('.').reverse().join('.') : 'localhost';
}

/** If clients can sign their users in, the key in the header is one of two ways. */
function buildRemote({ path, needsKey }: McpServerInfo, registry: Registry, { baseUrl }: DiscoveryInfo): object {
  const signsIn = hasOAuth(registry);
  const authorization = {
    name: 'Authorization',
    description: `"Bearer" and an API key, created with POST ${baseUrl}/api/proxy/account/create${signsIn ? ' (or sign in with OAuth instead)' : ''}.`,
    isRequired: !signsIn,
    isSecret: true,
  };
  return { type: 'streamable-http', url: `${baseUrl}${path}`, ...(needsKey ? { headers: [authorization] } : {}) };
}

/** Of an MCP server card. */
export const CARD_TYPE = 'application/mcp-server-card+json';
const CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';

const buildCardPath = (path: string): string => `${path}/server-card`;

/** The experimental server card of each MCP server (SEP-2127): who it is and how to connect. */
export function buildServerCards(registry: Registry, facts: DiscoveryInfo): { path: string; card: object }[] {
  return fixedServers.map((server) => {
    const { id, path, title, description } = server;
    const { baseUrl, version } = facts;
    const card = {
      $schema: CARD_SCHEMA,
      name: `${findNamespace(facts)}/${id}`,
      title,
      description: description.slice(0, MCP_DESCRIPTION_LENGTH_MAX),
      version,
      websiteUrl: `${baseUrl}/agent`,
      remotes: [buildRemote(server, registry, facts)],
    };
    return { path: buildCardPath(path), card };
  });
}

/** The experimental AI catalog: where the server cards are. */
export function buildAiCatalog({ baseUrl }: DiscoveryInfo): object {
  const { hostname } = new URL(baseUrl);
  return {
    specVersion: '1.0',
    host: { displayName: 'Farebox', documentationUrl: `${baseUrl}/docs` },
    entries: fixedServers.map(({ id, path }) => ({
      identifier: `urn:air:${hostname.replaceAll(':', '.').replace(/[[\]]/g, '')}:mcp:${id}`,
      type: CARD_TYPE,
      url: `${baseUrl}${buildCardPath(path)}`,
    })),
  };
}

/** Prices as data. */
export function buildPricing(registry: Registry, { welcomeMicros, depositAmounts }: DiscoveryInfo): object {
  return {
    currency: 'USD',
    rewardToken: '1 WT = 0.001 USD',
    welcomeBalance: toUsd(welcomeMicros),
    depositAmounts,
    tools: listToolsOnOffer(registry).map(
      ({ name, title, description, category, toolset, priceMicros, covers, method, path }) => ({
        tool: name,
        title,
        description,
        category,
        layer: `L${toolset.layer}`,
        price: toUsd(priceMicros),
        label: formatPrice(priceMicros),
        ...describeCovers(covers),
        route: `${method} ${path}`,
      }),
    ),
  };
}
