/** `/` for browsers: what this is, a paid call in one click, what can be checked, and where to go on. */
import { type DiscoveryInfo, listToolsOnOffer } from '../../describe/guide.ts';
import type { RegisteredTool, Registry } from '../../kernel/tool/registry.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { Description } from '../catalogue/list.tsx';
import { formatAmount } from '../components/amount.ts';
import { CodeBlock } from '../components/code-block.tsx';
import { Runner } from '../components/runner.tsx';
import { Snippets } from '../components/snippets.tsx';
import { Ticket } from '../components/ticket.tsx';
import { describeCoverage } from '../docs/run-form.ts';
import { renderPage } from '../page.tsx';
import { buildSnippets } from '../snippets.ts';

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
const TRIED_TOOL = 'translate-premium';
const TRIED_LANGUAGES = ['JA', 'ZH', 'DE', 'FR', 'ES'];
const TRIED_TEXT = 'Good morning';
const TRIED_LENGTH_MAX = 200;
/** Of the receipt that is shown before there is one. */
const SPECIMEN_AT = '2026-11-21T09:00:00Z';

interface LandingProps {
  registry: Registry;
  facts: DiscoveryInfo;
  language: Language;
}

export function renderLandingPage(registry: Registry, facts: DiscoveryInfo, language: Language): string {
  const { lead } = texts('landing', language);
  return renderPage({
    title: 'Farebox',
    description: lead,
    body: <Landing registry={registry} facts={facts} language={language} />,
    language,
    origin: facts.baseUrl,
    isPublic: true,
    isWide: true,
    hasOwnHeading: true,
    island: 'islands/run.ts',
  });
}

function Landing({ registry, facts, language }: LandingProps) {
  const words = texts('landing', language);
  const tried = registry.get(TRIED_TOOL);
  return (
    <>
      <div class="hero">
        <section>
          <h1>{words.headline}</h1>
          <p class="lead">{words.lead}</p>
          <p class="ways">
            <a href="/docs/first-call">{words.startReading}</a>
            <a href="/tools">{words.allTools}</a>
            <a href="/login">{words.signIn}</a>
          </p>
        </section>
        {tried ? <Trial tool={tried} facts={facts} language={language} /> : null}
      </div>
      {tried ? <Elsewhere tool={tried} facts={facts} language={language} /> : null}
      <h2>{words.proofsTitle}</h2>
      <div class="columns proofs">
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
      <p class="prose">
        {words.newsroom} <a href="/app">{words.openNewsroom}</a>
      </p>
      <h2>{words.moreTitle}</h2>
      <dl class="further">
        {words.further.map(({ href, title, text }) => (
          <div key={href}>
            <dt>
              <a href={href}>{title}</a>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface TriedProps {
  tool: RegisteredTool;
  facts: DiscoveryInfo;
  language: Language;
}

/** A form, and in the place of its answer the receipt that comes with it. */
function Trial({ tool, facts, language }: TriedProps) {
  const words = texts('landing', language);
  const languageNames = new Intl.DisplayNames([language], { type: 'language' });
  return (
    <section class="trial">
      <h2>{words.tryTitle}</h2>
      <p class="note">{words.tryNote}</p>
      <Runner
        language={language}
        target={{ name: tool.name, method: tool.method, path: tool.path, priceMicros: tool.priceMicros }}
        action={words.tryAction}
        shows="translated"
        before={<Specimen tool={tool} facts={facts} language={language} />}
      >
        <div class="filters">
          <label>
            <span>{words.tryText}</span>
            <input
              {...describeCoverage(tool, 'text')}
              name="text"
              data-kind="text"
              value={TRIED_TEXT}
              maxlength={TRIED_LENGTH_MAX}
              required
            />
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
    </section>
  );
}

function Specimen({ tool, facts: { welcomeMicros }, language }: TriedProps) {
  const { specimen } = texts('landing', language);
  const balanceMicros = Math.max(0, welcomeMicros - tool.priceMicros);
  const facts = {
    callId: 'call_…',
    tool: tool.name,
    price: formatAmount(tool.priceMicros),
    balance: formatAmount(balanceMicros),
    at: SPECIMEN_AT,
    isTest: true,
  };
  return (
    <Ticket facts={facts} words={texts('run', language)}>
      <p class="stamp specimen">{specimen}</p>
    </Ticket>
  );
}

function Elsewhere({ tool, facts, language }: TriedProps) {
  const words = texts('landing', language);
  const input = { text: TRIED_TEXT, targetLang: TRIED_LANGUAGES[0] ?? 'JA' };
  const create = `curl -s ${facts.baseUrl}/api/proxy/account/create \\\n  --json '{"name":"my agent","mode":"test"}'`;
  return (
    <section>
      <h2>{words.sameElsewhere}</h2>
      <p class="note" data-key-note>
        {words.keyNote}
      </p>
      <CodeBlock code={create} />
      <Snippets language={language} snippets={buildSnippets(tool, input, facts.baseUrl)} />
    </section>
  );
}

function PriceTable({ registry, language }: { registry: Registry; language: Language }) {
  const words = texts('landing', language);
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
          {tools.map((tool) => (
            <tr key={tool.name}>
              <th scope="row">
                <a href={`/tools/${tool.name}`}>{tool.name}</a>
              </th>
              <td class="does">
                <Description tool={tool} language={language} />
              </td>
              <td class="price">
                {tool.priceMicros > 0 ? (
                  <span class="amount">{formatAmount(tool.priceMicros)}</span>
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
