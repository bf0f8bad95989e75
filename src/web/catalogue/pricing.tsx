/** `/pricing` for browsers: the rules, every price, and a monthly cost estimate. */
import { listToolsOnOffer } from '../../describe/guide.ts';
import type { RegisteredTool, Registry } from '../../kernel/tool/registry.ts';
import { fromUsd, toUsd } from '../../lib/money.ts';
import { formatText } from '../../locales/format.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { formatAmount, formatSum } from '../components/amount.ts';
import { renderPage } from '../page.tsx';
import type { PageInfo } from '../page-info.ts';
import { ToolTable } from './list.tsx';

const CALLS_DEFAULT = 10_000;
const CALLS_MAX = 1_000_000_000;
const ROWS_MAX = 8;

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
      <Calculator registry={registry} language={language} query={query} amounts={facts.depositAmounts} />
      <h2>{words.title}</h2>
      <ToolTable tools={listToolsOnOffer(registry)} facts={facts} language={language} />
      <p>
        <a href="/api/capabilities">{words.asJson}</a>
      </p>
    </>
  );
  const description = words.pricingLead;
  const { baseUrl: origin } = facts;
  const more = { isPublic: true, isWide: true, island: 'islands/live-search.ts' } as const;
  return renderPage({ title: words.pricing, description, body, language, origin, ...more });
}

interface CalculatorProps {
  registry: Registry;
  language: Language;
  query: URLSearchParams;
  /** USD that can be deposited. */
  amounts: readonly number[];
}

interface Row {
  tool: RegisteredTool;
  calls: number;
}

/** Works without scripts: the address holds tools and numbers, and each answer has room for one tool more. */
function Calculator({ registry, language, query, amounts }: CalculatorProps) {
  const words = texts('catalogue', language);
  const paid = listToolsOnOffer(registry).filter(({ priceMicros }) => priceMicros > 0);
  const rows = readRows(paid, query);
  if (rows.length === 0) return null;
  return (
    <>
      <h2>{words.calculator}</h2>
      <form class="calculator" method="get" action="/pricing" data-live>
        {rows.map(({ tool, calls }, at) => (
          <RowFields key={`${at} ${tool.name}`} paid={paid} tool={tool} calls={calls} language={language} />
        ))}
        {rows.length < ROWS_MAX ? <RowFields paid={paid} tool={null} calls={null} language={language} /> : null}
        <button type="submit">{words.calculate}</button>
      </form>
      <Totals rows={rows} amounts={amounts} language={language} />
    </>
  );
}

interface RowProps {
  paid: readonly RegisteredTool[];
  /** Null in the row for one more. */
  tool: RegisteredTool | null;
  calls: number | null;
  language: Language;
}

function RowFields({ paid, tool, calls, language }: RowProps) {
  const words = texts('catalogue', language);
  return (
    <div class="filters">
      <label>
        <span>{tool === null ? words.anotherTool : words.tool}</span>
        <select name="tool">
          {tool === null ? <option value="" /> : null}
          {paid.map(({ name, priceMicros }) => (
            <option key={name} value={name} selected={name === tool?.name}>
              {name} · {formatAmount(priceMicros)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{words.callsPerMonth}</span>
        <input type="number" name="calls" min={0} max={CALLS_MAX} value={calls ?? ''} />
      </label>
    </div>
  );
}

function Totals({ rows, amounts, language }: { rows: readonly Row[] } & Pick<CalculatorProps, 'amounts' | 'language'>) {
  const words = texts('catalogue', language);
  const sum = rows.reduce((total, { tool, calls }) => total + tool.priceMicros * calls, 0);
  return (
    <div id="results">
      {rows.length > 1 ? (
        <ul>
          {rows.map(({ tool, calls }, at) => (
            <li key={`${at} ${tool.name}`}>
              {formatText(
                words.calculated,
                {
                  calls,
                  tool: tool.name,
                  price: formatAmount(tool.priceMicros),
                  total: formatSum(toUsd(tool.priceMicros * calls)),
                },
                language,
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <p role="status">
        {words.monthTotal} <output class="total amount">{formatSum(toUsd(sum))}</output>
      </p>
      {sum > 0 && amounts.length > 0 ? (
        <ul class="buys">
          {amounts.map((usd) => (
            <li key={usd}>
              {formatText(words.depositLasts, { deposit: `$${usd}`, days: countDays(fromUsd(usd), sum) }, language)}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

const DAYS_PER_MONTH = 30;

const countDays = (depositMicros: number, monthMicros: number): number =>
  Math.floor((depositMicros * DAYS_PER_MONTH) / monthMicros);

/** At least one, with the usual number of calls where the address gives none. */
function readRows(paid: readonly RegisteredTool[], query: URLSearchParams): Row[] {
  const numbers = query.getAll('calls');
  const rows = query
    .getAll('tool')
    .slice(0, ROWS_MAX)
    .flatMap((name, at) => {
      const tool = paid.find((one) => one.name === name);
      return tool ? [{ tool, calls: readCalls(numbers[at] ?? null) }] : [];
    })
    .filter(({ calls }) => calls > 0);
  const [first] = paid;
  return rows.length > 0 || !first ? rows : [{ tool: first, calls: CALLS_DEFAULT }];
}

/** 0 takes the tool away. */
function readCalls(text: string | null): number {
  const calls = Number(text === null || text === '' ? CALLS_DEFAULT : text);
  return Number.isSafeInteger(calls) && calls >= 0 && calls <= CALLS_MAX ? calls : CALLS_DEFAULT;
}
