/** `/pricing` for browsers: the rules, every price, and a monthly cost estimate. */
import { listToolsOnOffer } from '../../describe/guide.ts';
import type { Registry } from '../../kernel/tool/registry.ts';
import { formatText } from '../../locales/format.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { formatAmount } from '../components/amount.ts';
import { renderPage } from '../page.tsx';
import type { PageInfo } from '../page-info.ts';
import { ToolTable } from './list.tsx';

const CALLS_DEFAULT = 10_000;
const CALLS_MAX = 1_000_000_000;

export function renderPricingPage(
  registry: Registry,
  facts: PageInfo,
  language: Language,
  query: URLSearchParams,
): string {
  const words = texts('catalogue', language);
  const body = (
    <>
      <p>{words.pricingLead}</p>
      <ul>
        {words.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <Calculator registry={registry} language={language} query={query} />
      <h2>{words.title}</h2>
      <ToolTable tools={listToolsOnOffer(registry)} facts={facts} language={language} />
      <p>
        <a href="/api/capabilities">{words.asJson}</a>
      </p>
    </>
  );
  const description = words.pricingLead;
  const { baseUrl: origin } = facts;
  return renderPage({ title: words.pricing, description, body, language, origin, isPublic: true, isWide: true });
}

/** Works without scripts: the address holds tool and number. */
function Calculator({ registry, language, query }: { registry: Registry; language: Language; query: URLSearchParams }) {
  const words = texts('catalogue', language);
  const paid = listToolsOnOffer(registry).filter(({ priceMicros }) => priceMicros > 0);
  const tool = paid.find(({ name }) => name === query.get('tool')) ?? paid[0];
  if (!tool) return null;
  const calls = readCalls(query.get('calls'));
  const [before = '', after = ''] = words.total.split('{total}');
  return (
    <>
      <h2>{words.calculator}</h2>
      <form class="filters" method="get" action="/pricing">
        <label>
          <span>{words.tool}</span>
          <select name="tool">
            {paid.map(({ name }) => (
              <option key={name} selected={name === tool.name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{words.callsPerMonth}</span>
          <input type="number" name="calls" min={1} max={CALLS_MAX} value={calls} />
        </label>
        <button type="submit">{words.calculate}</button>
      </form>
      <p>
        {formatText(before, { calls, tool: tool.name, price: formatAmount(tool.priceMicros) }, language)}
        <output class="total amount">{formatAmount(tool.priceMicros * calls)}</output>
        {after}
      </p>
    </>
  );
}

function readCalls(text: string | null): number {
  const calls = Number(text ?? CALLS_DEFAULT);
  return Number.isSafeInteger(calls) && calls > 0 && calls <= CALLS_MAX ? calls : CALLS_DEFAULT;
}
