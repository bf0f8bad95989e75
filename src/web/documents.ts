/** Documents for crawlers and discovery, made from the catalogue. The HTTP server mounts them. */
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
import { type DiscoveryInfo, listToolsOnOffer } from '../describe/guide.ts';
import { buildAgentText, buildLlmsFullText, buildLlmsText } from '../describe/llms.ts';
import type { WebDocument } from '../describe/web-document.ts';
import type { Registry } from '../kernel/tool/registry.ts';
import { runOnce } from '../lib/memoize.ts';
import { chooseDocumentLanguage, runOncePerLanguage } from '../locales/language.ts';
import { languages, nameLanguage } from '../locales/texts.ts';
import { renderToolsPage } from './catalogue/list.tsx';
import { renderPricingPage } from './catalogue/pricing.tsx';
import { renderToolPage } from './catalogue/tool.tsx';
import { renderAgentPage } from './docs/agent.tsx';
import { buildDocsDocuments } from './docs/documents.ts';
import { createPageKeeper, type KeepPage } from './kept-pages.ts';
import type { PageInfo } from './page-info.ts';
import { renderBenchmarkPage } from './pages/benchmark.tsx';
import { renderLandingPage } from './pages/landing.tsx';
import { renderStatusPage } from './pages/status.tsx';
import { renderTermsPage } from './pages/terms.tsx';
import { renderTimeReport } from './pages/time-report.tsx';
import { buildWelcomeText } from './welcome.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';
const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** As the experimental discovery of MCP asks. */
const CACHED = ['Cache-Control', 'public, max-age=3600'];

/** Lifetime of pages: figures change all the time, the catalogue only with configuration and availability. */
const FIGURES_SECONDS = 5;
const CATALOGUE_SECONDS = 60;

export function buildDiscoveryDocuments(registry: Registry, facts: PageInfo): WebDocument[] {
  const keep = createPageKeeper();
  return [
    ...buildGuides(registry, facts),
    ...buildCataloguePages(registry, facts, keep),
    ...buildFigurePages(registry, facts, keep),
    buildTermsPage(facts, keep),
    ...buildDocsDocuments(keep, { registry, facts }),
    ...buildMachineReadable(registry, facts, keep),
  ];
}

/** Document with which search engines verify that announcements come from this host. */
export const buildKeyDocuments = (key: string | undefined): WebDocument[] =>
  key === undefined
    ? []
    : [
        {
          ...{ path: `/${key}.txt`, title: 'Key for IndexNow', type: TEXT, hasCors: false, isUnlisted: true },
          read: () => key,
        },
      ];

/** Pages about the server's tools, for people. */
function buildCataloguePages(registry: Registry, facts: PageInfo, keep: KeepPage): WebDocument[] {
  const page = { type: HTML, hasCors: false };
  return [
    {
      ...page,
      path: '/tools',
      title: 'Tools',
      read: keep(CATALOGUE_SECONDS, ({ query, language }) => renderToolsPage(registry, facts, language, query)),
    },
    ...listToolsOnOffer(registry).map((tool) => ({
      ...page,
      path: `/tools/${tool.name}`,
      title: tool.title,
      isUnlisted: true,
      read: keep(CATALOGUE_SECONDS, ({ language, readApi }) =>
        renderToolPage({ tool, facts, language, api: readApi() }),
      ),
    })),
  ];
}

const buildTermsPage = (facts: PageInfo, keep: KeepPage): WebDocument => ({
  ...{ path: '/terms', title: 'Terms of the operator', type: HTML, hasCors: false },
  read: keep(CATALOGUE_SECONDS, ({ language }) => renderTermsPage(facts, language)),
});

/** Pages of measurements and counts. */
function buildFigurePages(registry: Registry, facts: PageInfo, keep: KeepPage): WebDocument[] {
  const page = { type: HTML, hasCors: false };
  return [
    {
      ...page,
      path: '/status',
      title: 'Which tools can be called now, and how their providers have done',
      read: keep(FIGURES_SECONDS, ({ language }) => renderStatusPage(registry, facts, language)),
    },
    ...languages.flatMap((language) =>
      ['', '/'].map((end) => ({
        ...page,
        path: `/api-benchmark/${language}${end}`,
        title: `How fast the tools are, in ${nameLanguage(language)}`,
        isUnlisted: end !== '',
        read: keep(FIGURES_SECONDS, () => renderBenchmarkPage(registry, facts, language)),
      })),
    ),
    {
      ...page,
      path: '/time-report.html',
      title: 'When releases are published and read',
      read: keep(FIGURES_SECONDS, ({ language, query }) => renderTimeReport(facts, language, query)),
    },
  ];
}

/** To be read, by people and models. */
function buildGuides(registry: Registry, facts: DiscoveryInfo): WebDocument[] {
  const renderLanding = runOncePerLanguage((language) => renderLandingPage(registry, facts, language));
  const renderAgent = runOncePerLanguage((language) => renderAgentPage(registry, facts, language));
  return [
    {
      path: '/',
      title: 'Welcome',
      type: TEXT,
      hasCors: false,
      otherForms: [
        {
          type: HTML,
          read: ({ query, acceptLanguage }) => renderLanding(chooseDocumentLanguage(query, acceptLanguage)),
        },
      ],
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
      read: ({ query, acceptLanguage }) => renderAgent(chooseDocumentLanguage(query, acceptLanguage)),
    },
  ];
}

function buildMachineReadable(registry: Registry, facts: PageInfo, keep: KeepPage): WebDocument[] {
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
      otherForms: [
        {
          type: HTML,
          read: keep(CATALOGUE_SECONDS, ({ query, language }) => renderPricingPage(registry, facts, language, query)),
        },
      ],
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
