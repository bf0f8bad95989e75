/** Report of a day, week or month, compared with the previous one. */
import type { Output } from '../../common/answers.ts';
import { Choice, Figure, Show, useRead } from '../../common/parts.tsx';
import { Plot } from '../../common/plot.tsx';
import { useChoice, useParam } from '../../common/query.ts';
import { sayKind, toCount, withQuery } from '../../common/workspace.ts';
import { n } from './words.ts';

type PeriodReport = Output<'admin-daily-report'>;

const PERIODS = ['day', 'week', 'month'] as const;
const LISTED = 10;
const TOTALS = [
  ['articles', 'newArticles'],
  ['analyzed', 'analyzed'],
  ['sent', 'sent'],
  ['opens', 'opens'],
  ['clicks', 'clicks'],
  ['signups', 'signups'],
] as const;

export function Report() {
  const [period, setPeriod] = useChoice('period', PERIODS, 'week');
  const [date, setDate] = useParam('date');
  const reading = useRead(withQuery('/admin/daily-report', { period, date }));
  return (
    <section>
      <h2>{n('report')}</h2>
      <div class="actions">
        <Choice
          label={n('report')}
          value={period}
          choices={PERIODS.map((name) => [name, n(name === 'month' ? 'monthly' : name)] as const)}
          onChange={setPeriod}
        />
        <input
          class="date"
          type="date"
          aria-label={n('day')}
          value={date || reading.data?.date}
          onChange={({ currentTarget }) => setDate(currentTarget.value)}
        />
      </div>
      <Show loaded={reading}>{(report) => <ReportView report={report} />}</Show>
    </section>
  );
}

function ReportView({
  report: { totals, previous, by_hour, categories, keywords, top_articles },
}: {
  report: PeriodReport;
}) {
  return (
    <>
      <dl class="figures">
        {TOTALS.map(([name, word]) => (
          <Figure key={name} name={n(word)}>
            {toCount(totals[name])} <small>{n('before', { count: toCount(previous[name]) })}</small>
          </Figure>
        ))}
      </dl>
      <Plot
        title={n('byHour')}
        bars={by_hour.map(({ hour, count }) => ({ label: `${hour}:00`, value: count, text: toCount(count) }))}
      />
      <div class="columns three">
        <CountList
          title={n('categories')}
          rows={categories.slice(0, LISTED).map(({ key, count }) => [sayKind('field', key), count])}
        />
        <CountList title={n('keywords')} rows={keywords.slice(0, LISTED).map(({ term, count }) => [term, count])} />
        <CountList
          title={n('best')}
          rows={top_articles.map(({ article_id, title, nq_score }) => [
            title,
            nq_score,
            `/admin/preview/${article_id}`,
          ])}
        />
      </div>
    </>
  );
}

type Row = readonly [name: string, count: number, href?: string];

/** Names with a figure each. */
export function CountList({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <section>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p class="note">{n('nothing')}</p>
      ) : (
        <ul class="counts">
          {rows.map(([name, count, href]) => (
            <li key={href ?? name}>
              {href === undefined ? <span>{name}</span> : <a href={href}>{name}</a>}
              <span class="amount">{toCount(count)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
