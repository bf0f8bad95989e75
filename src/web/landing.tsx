/** `/` for browsers: what this is, a paid call in one click, what can be checked, and where to go on. */
import { type DiscoveryFacts, listDocumentLinks, listToolsOnOffer } from '../describe/guide.ts';
import type { RegisteredTool, Registry } from '../kernel/registry.ts';
import { formatAmount } from './components/amount.ts';
import { CodeBlock } from './components/code-block.tsx';
import { Runner } from './components/runner.tsx';
import { Snippets } from './components/snippets.tsx';
import type { Language } from './language.ts';
import { renderPage } from './page.tsx';
import { buildSnippets } from './snippets.ts';
import { landingWords } from './words/landing.ts';

/** Best known first; whichever of them this server has. */
const SHOWN_TOOLS = [
  'weather',
  'search-ai',
  'translate-premium',
  'llm-fast',
  'reader',
  'smart-translate',
  'directions',
];
/** The other documents are for programs, which look for them elsewhere. */
const FURTHER_READING: ReadonlySet<string> = new Set(['docs', 'agent', 'llmsFull', 'openapi', 'mcpServers']);
const TRIED_TOOL = 'translate-premium';
const TRIED_LANGUAGES = ['JA', 'ZH', 'DE', 'FR', 'ES'];
const TRIED_TEXT = 'Good morning';
const TRIED_LENGTH_MAX = 200;

interface LandingProps {
  registry: Registry;
  facts: DiscoveryFacts;
  language: Language;
}

export function renderLandingPage(registry: Registry, facts: DiscoveryFacts, language: Language): string {
  const { lead } = landingWords[language];
  return renderPage({
    title: 'Farebox',
    description: lead,
    body: <Landing registry={registry} facts={facts} language={language} />,
    language,
    origin: facts.baseUrl,
    isPublic: true,
    isWide: true,
    hasOwnHeading: true,
    island: 'islands/run.tsx',
  });
}

function Landing({ registry, facts, language }: LandingProps) {
  const words = landingWords[language];
  const tried = registry.get(TRIED_TOOL);
  const links = listDocumentLinks(facts.baseUrl).filter(({ id }) => FURTHER_READING.has(id));
  return (
    <>
      <section class="hero">
        <h1>{words.headline}</h1>
        <p class="lead">{words.lead}</p>
      </section>
      {tried ? <Trial tool={tried} facts={facts} language={language} /> : null}
      <h2>{words.proofsTitle}</h2>
      <div class="columns">
        {words.proofs.map(({ title, text, href, link }) => (
          <section key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
            <p>
              <a href={href}>{link}</a>
            </p>
          </section>
        ))}
      </div>
      <h2>{words.pricesTitle}</h2>
      <PriceTable registry={registry} language={language} />
      <h2>{words.newsroomTitle}</h2>
      <p>{words.newsroom}</p>
      <h2>{words.moreTitle}</h2>
      <ul>
        {links.map(({ id, title, url, note }) => (
          <li key={id} lang="en">
            <a href={url}>{title}</a>: {note}
          </li>
        ))}
      </ul>
    </>
  );
}

function Trial({ tool, facts, language }: { tool: RegisteredTool; facts: DiscoveryFacts; language: Language }) {
  const words = landingWords[language];
  const languageNames = new Intl.DisplayNames([language], { type: 'language' });
  const input = { text: TRIED_TEXT, targetLang: TRIED_LANGUAGES[0] ?? 'JA' };
  const create = `curl -s ${facts.baseUrl}/api/proxy/account/create --json '{"name":"my agent","mode":"test"}'`;
  return (
    <section>
      <h2>{words.tryTitle}</h2>
      <p>{words.tryNote}</p>
      <Runner
        language={language}
        tool={tool.name}
        path={tool.path}
        action={`${words.tryAction} · ${formatAmount(tool.priceMicros)}`}
      >
        <div class="filters">
          <label>
            <span>{words.tryText}</span>
            <input name="text" data-kind="text" value={TRIED_TEXT} maxlength={TRIED_LENGTH_MAX} required />
          </label>
          <label>
            <span>{words.tryLanguage}</span>
            <select name="targetLang" data-kind="text">
              {TRIED_LANGUAGES.map((name) => (
                <option key={name} value={name}>
                  {languageNames.of(name.toLowerCase())}
                </option>
              ))}
            </select>
          </label>
        </div>
      </Runner>
      <h3>{words.sameElsewhere}</h3>
      <p class="note" data-key-note>
        {words.keyNote}
      </p>
      <CodeBlock code={create} />
      <Snippets snippets={buildSnippets(tool, input, facts.baseUrl)} />
    </section>
  );
}

function PriceTable({ registry, language }: { registry: Registry; language: Language }) {
  const words = landingWords[language];
  const shownTools = SHOWN_TOOLS.flatMap((name) => registry.get(name) ?? []);
  const tools = shownTools.length > 0 ? shownTools : listToolsOnOffer(registry);
  return (
    <>
      <table class="prices cards">
        <thead>
          <tr>
            <th scope="col">{words.tool}</th>
            <th scope="col">{words.does}</th>
            <th scope="col">{words.price}</th>
          </tr>
        </thead>
        <tbody>
          {tools.map(({ name, description, priceMicros }) => (
            <tr key={name}>
              <th scope="row">
                <a href={`/tools/${name}`}>{name}</a>
              </th>
              <td lang="en">{description}</td>
              <td>
                {priceMicros > 0 ? (
                  <span class="amount">{formatAmount(priceMicros)}</span>
                ) : (
                  <span class="tag free">{words.free}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <a href="/tools">{words.allPrices}</a>
      </p>
    </>
  );
}
