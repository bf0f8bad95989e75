/** `/agent` as a page: the guide for agents, for a person who looks over their shoulder. */
import { buildAgentGuide, type DiscoveryInfo, formatSummary } from '../../describe/guide.ts';
import type { Registry } from '../../kernel/tool/registry.ts';
import type { Language } from '../../locales/language.ts';
import { renderPage } from '../page.tsx';
import { GuideSection } from './guide-page.tsx';

export function renderAgentPage(registry: Registry, facts: DiscoveryInfo, language: Language): string {
  const body = (
    <div lang="en">
      <h1>For agents</h1>
      <p>{formatSummary(registry)}</p>
      {buildAgentGuide(registry, facts).map((section) => (
        <GuideSection key={section.title} section={section} language="en" />
      ))}
    </div>
  );
  return renderPage({
    title: 'For agents',
    body,
    language,
    origin: facts.baseUrl,
    isPublic: true,
    hasOwnHeading: true,
  });
}
