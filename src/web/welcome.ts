/** `/`: what this is and how to begin, as text for a terminal and as a page for a browser. */
import { type DiscoveryFacts, documentLinks, firstSteps, summaryOf } from '../describe/guide.ts';
import { exampleAddress, mcpServers } from '../describe/mcp-servers.ts';
import type { Registry } from '../kernel/registry.ts';
import { html, page } from './html.ts';

/** For programs and terminals. */
export function welcomeText(registry: Registry, facts: DiscoveryFacts): string {
  const { version, baseUrl } = facts;
  const commands = firstSteps(registry, facts).code ?? '';
  const servers = mcpServers.map((server) => `  ${exampleAddress(server, baseUrl)}  ${server.description}`);
  const links = documentLinks(baseUrl).map(({ url, note }) => `  ${url}  ${note}`);
  return `Farebox ${version}. ${summaryOf(registry)}

Begin with a test account, which costs nothing and calls nobody:

  ${commands.replaceAll('\n', '\n  ')}

MCP:
${servers.join('\n')}

More:
${links.join('\n')}
`;
}

/** For browsers. */
export function welcomePage(registry: Registry, facts: DiscoveryFacts): string {
  const { baseUrl } = facts;
  const servers = mcpServers.map(
    (server) => html`<li><code>${exampleAddress(server, baseUrl)}</code><br>${server.description}</li>`,
  );
  const links = documentLinks(baseUrl).map(
    ({ title, url, note }) => html`<li><a href="${url}">${title}</a>: ${note}</li>`,
  );
  const body = html`<p>${summaryOf(registry)}</p>
<h2>Begin with a test account, which costs nothing and calls nobody</h2>
<pre><code>${firstSteps(registry, facts).code ?? ''}</code></pre>
<h2>MCP</h2><ul>${servers}</ul>
<h2>More</h2><ul>${links}</ul>`;
  return page({ title: 'Farebox', body, isPublic: true, isWide: true });
}
