/** `/agent` as a page: the guide for agents, for a person who looks over their shoulder. */
import { buildAgentGuide, type DiscoveryFacts, formatSummary, type GuideSection } from '../describe/guide.ts';
import type { Registry } from '../kernel/registry.ts';
import { type Html, html, toSafeHref } from './html.ts';
import { renderPage } from './page.tsx';

export function renderAgentPage(registry: Registry, facts: DiscoveryFacts): string {
  const body = html`<p>${formatSummary(registry)}</p>${buildAgentGuide(registry, facts).map(renderSection)}`;
  return renderPage({ title: 'For agents', body, isPublic: true });
}

function renderSection({ title, text, code, items = [], links = [] }: GuideSection): Html {
  const listed = [
    ...items.map((item) => html`<li>${renderInline(item)}</li>`),
    ...links.map(
      ({ title, url, note }) => html`<li><a href="${toSafeHref(url) ?? '#'}">${title}</a>: ${renderInline(note)}</li>`,
    ),
  ];
  return html`
<h2>${title}</h2>
${text.map((paragraph) => html`<p>${renderInline(paragraph)}</p>`)}
${listed.length > 0 ? html`<ul>${listed}</ul>` : ''}
${code === undefined ? '' : html`<pre><code>${code}</code></pre>`}`;
}

/** What stands between backticks is code. */
function renderInline(text: string): readonly Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
