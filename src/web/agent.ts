/** `/agent` as a page: the guide for agents, for a person who looks over their shoulder. */
import { agentGuide, type DiscoveryFacts, type GuideSection, summaryOf } from '../describe/guide.ts';
import type { Registry } from '../kernel/registry.ts';
import { type Html, html, page, safeHref } from './html.ts';

export function agentPage(registry: Registry, facts: DiscoveryFacts): string {
  const body = html`<p>${summaryOf(registry)}</p>${agentGuide(registry, facts).map(sectionOf)}`;
  return page({ title: 'For agents', body, isPublic: true });
}

function sectionOf({ title, text, code, items = [], links = [] }: GuideSection): Html {
  const listed = [
    ...items.map((item) => html`<li>${inline(item)}</li>`),
    ...links.map(
      ({ title, url, note }) => html`<li><a href="${safeHref(url) ?? '#'}">${title}</a>: ${inline(note)}</li>`,
    ),
  ];
  return html`
<h2>${title}</h2>
${text.map((paragraph) => html`<p>${inline(paragraph)}</p>`)}
${listed.length > 0 ? html`<ul>${listed}</ul>` : ''}
${code === undefined ? '' : html`<pre><code>${code}</code></pre>`}`;
}

/** What stands between backticks is code. */
function inline(text: string): readonly Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
