/** Earlier analyses. */
import { PageList, usePages } from '../common/pages.tsx';
import { AgoCell, CardTable, Show, useRead } from '../common/parts.tsx';
import { AnalysisView } from './analysis-view.tsx';
import { Score } from './quality.tsx';
import { onAnalyse, t } from './say.ts';
import type { ResultRow } from './types.ts';

const PAGE = 30;

export function Result({ id }: { id: string }) {
  const reading = useRead(`/api/results/${encodeURIComponent(id)}`);
  return <Show loaded={reading}>{(analysis) => <AnalysisView analysis={analysis} />}</Show>;
}

export function ResultList() {
  const paging = usePages('/api/results', { limit: PAGE });
  return (
    <>
      <p class="actions">
        <a class="button short" href="/app/analyse">
          {t('newAnalysis')}
        </a>
      </p>
      <PageList paging={paging} empty={onAnalyse('noResults')}>
        {(rows) => <ResultTable rows={rows} />}
      </PageList>
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
          <AgoCell at={created_at} />
        </tr>
      ))}
    </CardTable>
  );
}
