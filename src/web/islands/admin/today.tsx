/** The day in figures, and what needs a look. */
import { useState } from 'preact/hooks';
import { CardTable, Choice, Figure, Show, useRead } from '../common/parts.tsx';
import { toAmount, toCount } from '../common/workspace.ts';
import { type Alert, AlertList } from './alerts.tsx';
import { type BooksState, facts, type Margin, type Pipeline, type Sums, t } from './facts.ts';

const PERIODS = [1, 7, 30, 90] as const;

export function Today() {
  const [days, setDays] = useState<number>(1);
  const margin = useRead<Margin>(`/admin/margin?days=${days}`);
  return (
    <>
      <Alerts margin={margin.data} />
      <Choice
        label={t('period')}
        value={days}
        choices={PERIODS.map((period) => [period, period === 1 ? t('today') : t('days', { days: period })] as const)}
        onChange={setDays}
      />
      <Show loaded={margin}>{(found) => <Money margin={found} />}</Show>
    </>
  );
}

function Money({ margin: { total, items } }: { margin: Margin }) {
  return (
    <>
      {(['live', 'test'] as const).map((mode) => (
        <section key={mode}>
          <h2>{t(mode)}</h2>
          <Totals sums={total[mode]} />
        </section>
      ))}
      {items.length === 0 ? (
        <p>{t('noCalls')}</p>
      ) : (
        <CardTable heads={[t('tool'), t('calls'), t('refunds'), t('revenue'), t('cost'), t('margin')]}>
          {items.map(({ mode, tool, settled, refunded, revenue, cost, margin }) => (
            <tr key={`${mode} ${tool}`}>
              <th scope="row">
                {tool} {mode === 'test' && <span class="tag test">{t('test')}</span>}
              </th>
              <td class="amount" data-label={t('calls')}>
                {toCount(settled)}
              </td>
              <td class="amount" data-label={t('refunds')}>
                {toCount(refunded)}
              </td>
              <td class="amount" data-label={t('revenue')}>
                {toAmount(revenue)}
              </td>
              <td class="amount" data-label={t('cost')}>
                {toAmount(cost)}
              </td>
              <td class="amount" data-label={t('margin')}>
                {toAmount(margin)}
              </td>
            </tr>
          ))}
        </CardTable>
      )}
    </>
  );
}

function Totals({ sums: { settled, refunded, revenue, cost, margin } }: { sums: Sums }) {
  return (
    <dl class="figures">
      <Figure name={t('calls')}>{toCount(settled)}</Figure>
      <Figure name={t('revenue')}>{toAmount(revenue)}</Figure>
      <Figure name={t('cost')}>{toAmount(cost)}</Figure>
      <Figure name={t('margin')}>{toAmount(margin)}</Figure>
      <Figure name={t('refunds')}>{toCount(refunded)}</Figure>
    </dl>
  );
}

function Alerts({ margin }: { margin: Margin | undefined }) {
  const sources = useRead<{ by_health: Record<string, number> }>('/admin/sources/summary').data;
  const fixes = useRead<{ items: unknown[] }>('/admin/fixes?status=pending').data;
  const pipeline = useRead<Pipeline>('/admin/pipeline-status').data;
  const books = useRead<BooksState>('/admin/books').data;
  const alerts: Alert[] = [];
  for (const { id, restsSeconds } of facts.providers) {
    const text = t('alertResting', { name: id, seconds: restsSeconds });
    if (restsSeconds > 0) alerts.push({ text, href: '/admin?view=providers' });
  }
  for (const { mode, tool, margin: left } of margin?.items ?? []) {
    if (mode === 'live' && left < 0) alerts.push({ text: t('alertMargin', { tool }), href: '#main' });
  }
  const failing = sources?.by_health.failing ?? 0;
  if (failing > 0) alerts.push({ text: t('alertSources', { count: failing }), href: '/admin?view=pipeline' });
  if (fixes && fixes.items.length > 0) alerts.push({ text: t('alertFixes'), href: '/admin?view=moderation' });
  for (const { kind, last_error } of Object.values(pipeline?.jobs ?? {})) {
    const text = t('alertJob', { name: kind, error: last_error?.message ?? '' });
    if (last_error) alerts.push({ text, href: '/admin?view=pipeline' });
  }
  const isWrong = books?.verify?.ok === false || books?.reconcile?.ok === false;
  if (isWrong) alerts.push({ text: t('alertBooks'), href: '/admin?view=books' });
  return <AlertList alerts={alerts} />;
}
