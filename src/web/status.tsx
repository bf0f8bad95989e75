/** `/status`: which tools can be called now. */
import { listToolsOnOffer } from '../describe/guide.ts';
import type { Registry } from '../kernel/registry.ts';
import type { Language } from './language.ts';
import { renderPage } from './page.tsx';
import type { PageFacts } from './page-facts.ts';
import { statusWords } from './words/status.ts';

export function renderStatusPage(registry: Registry, facts: PageFacts, language: Language): string {
  const words = statusWords[language];
  const rows = listToolsOnOffer(registry).map((tool) => ({ name: tool.name, state: facts.readToolState(tool) }));
  const resting = rows.filter(({ state }) => state === 'resting').map(({ name }) => name);
  const body = (
    <>
      <p class={resting.length === 0 ? 'state good' : 'state caution'}>
        {resting.length === 0 ? words.good : words.resting.replace('{tools}', resting.join(', '))}
      </p>
      <p class="note">{words.lead}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.tool}</th>
            <th scope="col">{words.now}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, state }) => (
            <tr key={name}>
              <th scope="row">
                <a href={`/tools/${name}`}>{name}</a>
              </th>
              <td>
                <span class={`dot ${state}`} /> {words.states[state]}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
  return renderPage({ title: words.title, description: words.lead, body, language, isPublic: true });
}
