/** What strangers and crawlers look for first, made from the catalogue. The HTTP side mounts them. */
import {
  aiCatalog,
  apiCatalog,
  CARD_TYPE,
  pricing,
  robotsText,
  securityText,
  serverCards,
  serverJson,
} from '../describe/discovery.ts';
import type { DiscoveryFacts } from '../describe/guide.ts';
import { agentText, llmsFullText, llmsText } from '../describe/llms.ts';
import type { WebDocument } from '../describe/web-document.ts';
import { once } from '../kernel/once.ts';
import type { Registry } from '../kernel/registry.ts';
import { agentPage } from './agent.ts';
import { docsDocuments } from './docs/documents.ts';
import { welcomePage, welcomeText } from './welcome.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** As the experimental discovery of MCP asks. */
const CACHED = ['Cache-Control', 'public, max-age=3600'];

export function discoveryDocuments(registry: Registry, facts: DiscoveryFacts): WebDocument[] {
  return [...guides(registry, facts), ...docsDocuments(), ...machineReadable(registry, facts)];
}

/** To be read, by people and models. */
function guides(registry: Registry, facts: DiscoveryFacts): WebDocument[] {
  return [
    {
      path: '/',
      title: 'Welcome',
      type: TEXT,
      hasCors: false,
      otherForms: [{ type: HTML, read: once(() => welcomePage(registry, facts)) }],
      read: once(() => welcomeText(registry, facts)),
    },
    {
      path: '/llms.txt',
      title: 'Guide for models, short',
      type: MARKDOWN,
      hasCors: false,
      read: once(() => llmsText(registry, facts)),
    },
    {
      path: '/llms-full.txt',
      title: 'Guide for models, with every operation',
      type: MARKDOWN,
      hasCors: false,
      read: once(() => llmsFullText(registry, facts)),
    },
    {
      path: '/agent',
      title: 'Guide for agents',
      type: HTML,
      hasCors: false,
      otherForms: [{ type: MARKDOWN, read: once(() => agentText(registry, facts)) }],
      read: once(() => agentPage(registry, facts)),
    },
  ];
}

function machineReadable(registry: Registry, facts: DiscoveryFacts): WebDocument[] {
  const { baseUrl } = facts;
  const json = (make: () => object) => once(() => `${JSON.stringify(make(), null, 2)}\n`);
  const catalogPath = '/.well-known/api-catalog';
  const security = (): string | null => securityText(facts, Date.now());
  return [
    { path: '/pricing', title: 'Prices', type: JSON_TYPE, hasCors: false, read: json(() => pricing(registry, facts)) },
    {
      path: '/server.json',
      title: 'Both MCP servers, in the form of the MCP registry',
      type: JSON_TYPE,
      hasCors: false,
      read: json(() => serverJson(registry, facts)),
    },
    { path: '/robots.txt', title: 'For crawlers', type: TEXT, hasCors: false, read: () => robotsText(facts) },
    {
      path: catalogPath,
      title: 'API catalog (RFC 9727)',
      type: LINKSET,
      hasCors: true,
      headers: ['Link', `<${baseUrl}${catalogPath}>; rel="api-catalog"`],
      read: json(() => apiCatalog(facts)),
    },
    {
      path: '/.well-known/ai-catalog.json',
      title: 'AI catalog, experimental: where the cards of the MCP servers are',
      type: 'application/ai-catalog+json',
      hasCors: true,
      headers: CACHED,
      read: json(() => aiCatalog(facts)),
    },
    ...serverCards(registry, facts).map(({ path, card }) => ({
      path,
      title: 'Card of the MCP server, experimental (SEP-2127)',
      type: CARD_TYPE,
      hasCors: true,
      headers: CACHED,
      read: json(() => card),
    })),
    ...(security() === null
      ? []
      : [
          {
            path: '/.well-known/security.txt',
            title: 'Where to report a weakness (RFC 9116)',
            type: TEXT,
            hasCors: true,
            read: () => security() ?? '',
          },
        ]),
  ];
}
