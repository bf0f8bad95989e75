/** `/tools`: everything that is sold or given away, with filters in the address. */

import type { RegisteredTool, Registry } from '../../kernel/tool/registry.ts';
import { categories } from '../../kernel/tool/tool.ts';
import { formatText } from '../../locales/format.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { formatDuration, formatShare } from '../components/figures.ts';
import { InlineCode } from '../components/inline-code.tsx';
import { renderPage } from '../page.tsx';
import type { Latency, PageInfo } from '../page-info.ts';
import { describeTool } from '../texts/tool-texts.ts';
import { type Measurements, readFilter, selectTools, type ToolFilter, toolSorts } from './filter.ts';
import { CoverageNote, Price } from './price.tsx';

export async function renderToolsPage(
  registry: Registry,
  facts: PageInfo,
  language: Language,
  query: URLSearchParams,
): Promise<string> {
  const words = texts('catalogue', language);
  const filter = readFilter(query);
  const measured = new Map((await facts.readLatencies()).tools.map((latency) => [latency.name, latency]));
  const tools = selectTools(registry, filter, facts, measured);
  const body = (
    <>
      <p>{words.lead}</p>
      <Filters filter={filter} language={language} />
      <div id="results">
        <p class="note" role="status">
          {formatText(words.found, { count: tools.length }, language)}
        </p>
        {tools.length > 0 ? (
          <ToolTable tools={tools} facts={facts} language={language} measured={measured} />
        ) : (
          <p>
            {words.nothing} <a href="/tools">{words.showAll}</a>
          </p>
        )}
      </div>
    </>
  );
  const { baseUrl: origin } = facts;
  return renderPage({
    title: words.title,
    description: words.lead,
    body,
    language,
    origin,
    isPublic: true,
    isWide: true,
    island: 'islands/live-search.ts',
  });
}

function Filters({ filter, language }: { filter: ToolFilter; language: Language }) {
  const words = texts('catalogue', language);
  return (
    <search>
      <form class="filters" method="get" action="/tools">
        <label>
          <span>{words.search}</span>
          <input type="search" name="q" value={filter.search} placeholder={words.searchExample} />
        </label>
        <label>
          <span>{words.category}</span>
          <select name="category">
            <option value="">{words.anyCategory}</option>
            {categories.map((category) => (
              <option key={category} value={category} selected={category === filter.category}>
                {words.categories[category]}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{words.sort}</span>
          <select name="sort">
            {toolSorts.map((sort) => (
              <option key={sort} value={sort} selected={sort === filter.sort}>
                {words.sorts[sort]}
              </option>
            ))}
          </select>
        </label>
        <label class="choice">
          <input type="checkbox" name="free" value="1" checked={filter.isFree} /> {words.onlyFree}
        </label>
        <label class="choice">
          <input type="checkbox" name="ready" value="1" checked={filter.isReady} /> {words.onlyReady}
        </label>
        <button type="submit">{words.filter}</button>
      </form>
    </search>
  );
}

interface ToolTableProps {
  tools: readonly RegisteredTool[];
  facts: PageInfo;
  language: Language;
  /** Absent: the column is left out. */
  measured?: Measurements;
}

/** Also the table of `/pricing`. */
export function ToolTable({ tools, facts, language, measured }: ToolTableProps) {
  const words = texts('catalogue', language);
  const isReady = (tool: RegisteredTool): boolean => facts.readToolState(tool) === 'ready';
  return (
    <>
      {tools.every(isReady) ? null : <p class="note">{words.dimmed}</p>}
      <table class="prices cards tools">
        <thead>
          <tr>
            <th scope="col">{words.tool}</th>
            <th scope="col">{words.does}</th>
            <th scope="col">{words.category}</th>
            {measured ? <th scope="col">{words.measured}</th> : null}
            <th scope="col">{words.price}</th>
          </tr>
        </thead>
        <tbody>
          {tools.map((tool) => (
            <tr key={tool.name} class={isReady(tool) ? undefined : 'unavailable'}>
              <th scope="row">
                <a href={`/tools/${tool.name}`}>{tool.name}</a>
              </th>
              <td class="does">
                <Description tool={tool} language={language} /> <CoverageNote tool={tool} language={language} />
              </td>
              <td class="kind">{tool.category ? words.categories[tool.category] : ''}</td>
              {measured ? <MeasurementCell latency={measured.get(tool.name)} words={words} /> : null}
              <td class="price">
                <Price tool={tool} language={language} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface MeasurementProps {
  latency: Latency | undefined;
  words: { noCalls: string; successRate: string };
}

function MeasurementCell({ latency, words }: MeasurementProps) {
  const { successes = 0, failures = 0, p50Ms = null } = latency ?? {};
  const calls = successes + failures;
  if (calls === 0) return <td class="measured note">{words.noCalls}</td>;
  return (
    <td class="measured">
      <span class="amount">{formatDuration(p50Ms)}</span>
      <span class="note">
        {words.successRate} {formatShare(successes, calls)}
      </span>
    </td>
  );
}

/** Also in the table of `/`. */
export function Description({ tool, language }: { tool: RegisteredTool; language: Language }) {
  const text = describeTool(tool, language);
  return (
    <span lang={text.language}>
      <InlineCode text={text.description} />
    </span>
  );
}
