/** `/agent` as a page: the guide for agents, for a person who looks over their shoulder. */
import { buildAgentGuide, type DiscoveryFacts, formatSummary } from '../describe/guide.ts';
import type { Registry } from '../kernel/registry.ts';
import { GuideSection } from './docs/guide.tsx';
import { renderPage } from './page.tsx';

export function renderAgentPage(registry: Registry, facts: DiscoveryFacts): string {
  const body = (
    <>
      <p>{formatSummary(registry)}</p>
      {buildAgentGuide(registry, facts).map((section) => (
        <GuideSection key={section.title} section={section} />
      ))}
    </>
  );
  return renderPage({ title: 'For agents', body, origin: facts.baseUrl, isPublic: true });
}
