/** What strangers and crawlers look for first, made from the catalogue. The HTTP side mounts them. */
import {
  buildAiCatalog,
  buildApiCatalog,
  buildPricing,
  buildRobotsText,
  buildSecurityText,
  buildServerCards,
  buildServerJson,
  CARD_TYPE,
} from '../describe/discovery.ts';
import type { DiscoveryFacts } from '../describe/guide.ts';
import { buildAgentText, buildLlmsFullText, buildLlmsText } from '../describe/llms.ts';
import type { WebDocument } from '../describe/web-document.ts';
import type { Registry } from '../kernel/registry.ts';
import { runOnce } from '../kernel/run-once.ts';
import { renderAgentPage } from './agent.ts';
import { buildDocsDocuments } from './docs/documents.ts';
import { buildWelcomeText, renderWelcomePage } from './welcome.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** As the experimental discovery of MCP asks. */
const CACHED = ['Cache-Control', 'public, max-age=3600'];

export function buildDiscoveryDocuments(registry: Registry, facts: DiscoveryFacts): WebDocument[] {
  return [...buildGuides(registry, facts), ...buildDocsDocuments(), ...buildMachineReadable(registry, facts)];
}

/** To be read, by people and models. */
function buildGuides(registry: Registry, facts: DiscoveryFacts): WebDocument[] {
  return [
    {
      path: '/',
      title: 'Welcome',
      type: TEXT,
      hasCors: false,
      otherForms: [{ type: HTML, read: runOnce(() => renderWelcomePage(registry, facts)) }],
      read: runOnce(() => buildWelcomeText(registry, facts)),
    },
    {
      path: '/llms.txt',
      title: 'Guide for models, short',
      type: MARKDOWN,
      hasCors: false,
      read: runOnce(() => buildLlmsText(registry, facts)),
    },
    {
      path: '/llms-full.txt',
      title: 'Guide for models, with every operation',
      type: MARKDOWN,
      hasCors: false,
      read: runOnce(() => buildLlmsFullText(registry, facts)),
    },
    {
      path: '/agent',
      title: 'Guide for agents',
      type: HTML,
      hasCors: false,
      otherForms: [{ type: MARKDOWN, read: runOnce(() => buildAgentText(registry, facts)) }],
      read: runOnce(() => renderAgentPage(registry, facts)),
    },
  ];
}

function buildMachineReadable(registry: Registry, facts: DiscoveryFacts): WebDocument[] {
  const { baseUrl } = facts;
  const json = (make: () => object) => runOnce(() => `${JSON.stringify(make(), null, 2)}\n`);
  const catalogPath = '/.well-known/api-catalog';
  const security = (): string | null => buildSecurityText(facts, Date.now());
  return [
    {
      path: '/pricing',
      title: 'Prices',
      type: JSON_TYPE,
      hasCors: false,
      read: json(() => buildPricing(registry, facts)),
    },
    {
      path: '/server.json',
      title: 'Both MCP servers, in the form of the MCP registry',
      type: JSON_TYPE,
      hasCors: false,
      read: json(() => buildServerJson(registry, facts)),
    },
    { path: '/robots.txt', title: 'For crawlers', type: TEXT, hasCors: false, read: () => buildRobotsText(facts) },
    {
      path: catalogPath,
      title: 'API catalog (RFC 9727)',
      type: LINKSET,
      hasCors: true,
      headers: ['Link', `<${baseUrl}${catalogPath}>; rel="api-catalog"`],
      read: json(() => buildApiCatalog(facts)),
    },
    {
      path: '/.well-known/ai-catalog.json',
      title: 'AI catalog, experimental: where the cards of the MCP servers are',
      type: 'application/ai-catalog+json',
      hasCors: true,
      headers: CACHED,
      read: json(() => buildAiCatalog(facts)),
    },
    ...buildServerCards(registry, facts).map(({ path, card }) => ({
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
