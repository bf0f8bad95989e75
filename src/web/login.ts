/** `/login`: sign in by e-mail; then on to where one came from, or to what there is. A shell that holds no data. */
import { Page } from '../kernel/reply.ts';
import { html } from './html.ts';
import type { Language } from './language.ts';
import { renderPage } from './page.tsx';
import { renderMailForms, renderSaidWords, renderStatusLine } from './sign-in.ts';
import { loginWords } from './words/login.ts';

/** What there is for whoever has signed in. */
const DESTINATIONS = { docs: '/docs', console: '/docs/console', agent: '/agent' } as const;

export function renderLoginPage(language: Language): Page {
  const words = loginWords[language];
  const links = (['docs', 'console', 'agent'] as const).map(
    (name) => html`<li><a href="${DESTINATIONS[name]}">${words[name]}</a></li>`,
  );
  const body = html`
<section id="entrance">
<p class="note">${words.byMailNote}</p>
${renderMailForms(language)}
</section>
${renderStatusLine(language)}
<section id="inside" hidden>
<h2 id="inside-title" tabindex="-1">${words.inside}</h2>
<p class="note">${words.thisTab}</p>
<ul>${links}</ul>
<button id="leave" class="second" type="button">${words.leave}</button>
</section>
${renderSaidWords(language, words.said)}`;
  return new Page(renderPage({ title: words.title, body, language, island: 'islands/login.ts' }));
}
