/** `/`: what this is and how to begin, as text for a terminal and as a page for a browser. */
import { buildFirstSteps, type DiscoveryFacts, formatSummary, listDocumentLinks } from '../describe/guide.ts';
import { buildExampleAddress, mcpServers } from '../describe/mcp-servers.ts';
import type { Registry } from '../kernel/registry.ts';
import { html, renderPage } from './html.ts';

/** For programs and terminals. */
export function buildWelcomeText(registry: Registry, facts: DiscoveryFacts): string {
  const { version, baseUrl } = facts;
  const commands = buildFirstSteps(registry, facts).code ?? '';
  const servers = mcpServers.map((server) => `  ${buildExampleAddress(server, baseUrl)}  ${server.description}`);
  const links = listDocumentLinks(baseUrl).map(({ url, note }) => `  ${url}  ${note}`);
  return `Farebox ${version}. ${formatSummary(registry)}

Begin with a test account: play money, sandbox answers, no traffic to anybody:

  ${commands.replaceAll('\n', '\n  ')}

MCP:
${servers.join('\n')}

More:
${links.join('\n')}
`;
}

/** For browsers. */
export function renderWelcomePage(registry: Registry, facts: DiscoveryFacts): string {
  const { baseUrl } = facts;
  const servers = mcpServers.map(
    (server) => html`<li><code>${buildExampleAddress(server, baseUrl)}</code><br>${server.description}</li>`,
  );
  const links = listDocumentLinks(baseUrl).map(
    ({ title, url, note }) => html`<li><a href="${url}">${title}</a>: ${note}</li>`,
  );
  const body = html`<p>${formatSummary(registry)}</p>
<h2>Begin with a test account: play money, sandbox answers</h2>
<pre><code>${buildFirstSteps(registry, facts).code ?? ''}</code></pre>
<h2>MCP</h2><ul>${servers}</ul>
<h2>More</h2><ul>${links}</ul>`;
  return renderPage({ title: 'Farebox', body, isPublic: true, isWide: true });
}
