/** What was analysed before. */
import { useEffect, useState } from 'preact/hooks';
import { Ago, CardTable, Failure, Show, useRead } from '../common/parts.tsx';
import { read, withQuery } from '../common/workspace.ts';
import { AnalysisView } from './analysis-view.tsx';
import { Score } from './quality.tsx';
import { onAnalyse, t } from './say.ts';
import type { Analysis, ResultPage, ResultRow } from './types.ts';

const PAGE = 30;

export function Result({ id }: { id: string }) {
  const reading = useRead<Analysis>(`/api/results/${encodeURIComponent(id)}`);
  return <Show loaded={reading}>{(analysis) => <AnalysisView analysis={analysis} />}</Show>;
}

export function ResultList() {
  const [rows, setRows] = useState<ResultRow[]>();
  const [cursor, setCursor] = useState<string | null>(null);
  const [error, setError] = useState<unknown>();
  const load = (): void => {
    setError(undefined);
    read<ResultPage>(withQuery('/api/results', { limit: PAGE, cursor: cursor ?? '' })).then((page) => {
      setRows((before = []) => [...before, ...page.items]);
      setCursor(page.next_cursor);
    }, setError);
  };
  useEffect(load, []);
  if (error !== undefined) return <Failure error={error} retry={load} />;
  if (!rows) return <p class="note loading">{t('loading')}</p>;
  return (
    <>
      <p>
        <a class="button short" href="/app/analyse">
          {t('newAnalysis')}
        </a>
      </p>
      {rows.length === 0 ? <p>{onAnalyse('intro')}</p> : <ResultTable rows={rows} />}
      {cursor !== null && (
        <button class="second short" type="button" onClick={load}>
          {t('more')}
        </button>
      )}
    </>
  );
}

export function ResultTable({ rows }: { rows: readonly ResultRow[] }) {
  return (
    <CardTable heads={[t('headline'), t('nq'), t('date')]}>
      {rows.map(({ result_id, title, nq_score, source, created_at }) => (
        <tr key={result_id}>
          <th scope="row">
            <a href={`/app/results?id=${encodeURIComponent(result_id)}`}>{title || t('untitled')}</a>
            {source.url && <div class="note">{source.url}</div>}
          </th>
          <td>
            <Score score={nq_score} />
          </td>
          <td>
            <Ago at={created_at} />
          </td>
        </tr>
      ))}
    </CardTable>
  );
}
