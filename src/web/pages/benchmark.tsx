/** `/api-benchmark/<language>/`: how long tools and providers take here, and how it was measured. */
import { listToolsOnOffer } from '../../describe/guide.ts';
import type { Registry } from '../../kernel/tool/registry.ts';
import { formatText } from '../../locales/format.ts';
import type { Language } from '../../locales/language.ts';
import { languages, nameLanguage, texts } from '../../locales/texts.ts';
import { formatCount, formatDuration, formatShare } from '../components/figures.ts';
import { renderPage } from '../page.tsx';
import type { Latency, PageInfo } from '../page-info.ts';

export async function renderBenchmarkPage(registry: Registry, facts: PageInfo, language: Language): Promise<string> {
  const { days, tools, providers } = await facts.readLatencies();
  const words = texts('benchmark', language);
  const fill = (text: string): string => formatText(text, { days: String(days) }, language);
  const onOffer = new Set(listToolsOnOffer(registry).map(({ name }) => name));
  const latencies = tools.filter(({ name }) => onOffer.has(name));
  const names = new Map(facts.readProviderStates().map(({ id, name }) => [id, name]));
  const isEmpty = latencies.length === 0 && providers.length === 0;
  const body = (
    <>
      <p>{fill(words.lead)}</p>
      {isEmpty ? (
        <div class="empty">
          <p class="state caution">{fill(words.none)}</p>
          <p>{words.firstStep}</p>
        </div>
      ) : null}
      <LatencyTable title={words.tools} name={words.tool} count={words.calls} rows={latencies} language={language} />
      <LatencyTable
        title={words.providers}
        name={words.provider}
        count={words.requests}
        rows={providers.map((row) => ({ ...row, name: names.get(row.name) ?? row.name }))}
        language={language}
      />
      <h2>{words.method}</h2>
      <ul>
        {words.methodLines.map((line) => (
          <li key={line}>{fill(line)}</li>
        ))}
      </ul>
      <p class="links">
        {languages.map((other) =>
          other === language ? null : (
            <a key={other} href={`/api-benchmark/${other}/`} lang={other} hreflang={other}>
              {nameLanguage(other)}
            </a>
          ),
        )}
      </p>
    </>
  );
  return renderPage({
    title: words.title,
    description: fill(words.lead),
    body,
    language,
    isPublic: true,
    isWide: true,
  });
}

interface TableProps {
  title: string;
  /** Of the first column and of the second. */
  name: string;
  count: string;
  rows: readonly Latency[];
  language: Language;
}

function LatencyTable({ title, name, count, rows, language }: TableProps) {
  const words = texts('benchmark', language);
  if (rows.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">{name}</th>
            <th scope="col">{count}</th>
            <th scope="col">{words.success}</th>
            <th scope="col">{words.p50}</th>
            <th scope="col">{words.p95}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td>{formatCount(row.successes + row.failures, language)}</td>
              <td>{formatShare(row.successes, row.successes + row.failures)}</td>
              <td>{formatDuration(row.p50Ms)}</td>
              <td>{formatDuration(row.p95Ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
