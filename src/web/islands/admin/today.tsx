/** The day in figures, and what needs a look. */
import { isFailing, type ProviderInfo } from '../../admin-info.ts';
import { AmountCell, CardTable, Choice, Figure, Show, useRead } from '../common/parts.tsx';
import { Plot } from '../common/plot.tsx';
import { useChoice } from '../common/query.ts';
import { sayKind, toAmount, toCount, toDay, toPercent } from '../common/workspace.ts';
import { type Alert, AlertList, listOpenAlerts } from './alerts.tsx';
import { facts, type Margin, type Sums, t } from './facts.ts';
import { toProviderHref } from './failures.tsx';
import { formatMs } from './provider.tsx';

const PERIODS = ['1', '7', '30', '90'] as const;
const MODES = ['live', 'test'] as const;

export function Today() {
  const [days, setDays] = useChoice('days', PERIODS, '1');
  const margin = useRead(`/admin/margin?days=${days}`);
  return (
    <>
      <Alerts />
      <Traffic />
      <Choice
        label={t('period')}
        value={days}
        choices={PERIODS.map((period) => [period, period === '1' ? t('today') : t('days', { days: period })] as const)}
        onChange={setDays}
      />
      <Show loaded={margin}>{(found) => <Money margin={found} />}</Show>
    </>
  );
}

const countCalls = ({ settled, refunded }: Sums): number => settled + refunded;

/** Test money is told only where somebody plays. */
function Money({ margin: { total, items, by_day } }: { margin: Margin }) {
  const modes = MODES.filter((mode) => mode === 'live' || countCalls(total.test) > 0);
  return (
    <>
      {modes.map((mode) => (
        <section key={mode}>
          <h2>
            <span class={`tag ${mode}`}>{t(mode)}</span>
          </h2>
          <Totals sums={total[mode]} />
          {by_day.length > 1 && <DayPlots days={by_day.map((day) => ({ date: day.date, sums: day[mode] }))} />}
        </section>
      ))}
      {items.length === 0 ? <p>{t('noCalls')}</p> : <ToolTable items={items} />}
    </>
  );
}

function DayPlots({ days }: { days: readonly { date: string; sums: Sums }[] }) {
  return (
    <div class="columns">
      <Plot
        title={t('revenueByDay')}
        bars={days.map(({ date, sums: { revenue } }) => ({
          label: toDay(date),
          value: revenue,
          text: toAmount(revenue),
        }))}
      />
      <Plot
        title={t('callsByDay')}
        bars={days.map(({ date, sums }) => ({
          label: toDay(date),
          value: countCalls(sums),
          faint: sums.refunded,
          text: `${toCount(sums.settled)}, ${t('refundedOf', { count: sums.refunded })}`,
        }))}
      />
    </div>
  );
}

const COLUMNS = [
  ['calls', ({ settled }: Sums) => toCount(settled)],
  ['refunds', ({ refunded }: Sums) => toCount(refunded)],
  ['revenue', ({ revenue }: Sums) => toAmount(revenue)],
  ['cost', ({ cost }: Sums) => toAmount(cost)],
  ['margin', ({ margin }: Sums) => toAmount(margin)],
] as const;

function ToolTable({ items }: { items: Margin['items'] }) {
  return (
    <section>
      <h2>{t('byTool')}</h2>
      <CardTable heads={[t('tool'), ...COLUMNS.map(([word]) => t(word))]} kind="numbers">
        {items.map((sums) => (
          <tr key={`${sums.mode} ${sums.tool}`}>
            <th scope="row">
              {sums.tool} {sums.mode === 'test' && <span class="tag test">{t('test')}</span>}
            </th>
            {COLUMNS.map(([word, show]) => (
              <AmountCell key={word} of={t(word)}>
                {show(sums)}
              </AmountCell>
            ))}
          </tr>
        ))}
      </CardTable>
    </section>
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

function Alerts() {
  const fixes = useRead('/admin/fixes?status=pending').data;
  const pipeline = useRead('/admin/pipeline-status').data;
  const named = new Set(facts.alerts.filter(({ code }) => code.startsWith('provider_')).map(({ subject }) => subject));
  const alerts: Alert[] = [
    ...listOpenAlerts(),
    ...facts.providers.filter((provider) => isFailing(provider) && !named.has(provider.id)).map(describeProvider),
    ...facts.providers.filter(({ pausedModels }) => pausedModels.length > 0).map(describeModels),
    ...Object.entries(pipeline?.jobs ?? {}).flatMap(([name, { last_error }]) =>
      last_error
        ? [
            {
              text: t('alertJob', { name: sayKind('job', name), error: last_error.message ?? '' }),
              href: '/admin?view=pipeline',
            },
          ]
        : [],
    ),
    ...(fixes && fixes.items.length > 0 ? [{ text: t('alertFixes'), href: '/admin?view=moderation' }] : []),
  ];
  // Nothing is well before everything has said so.
  const isKnown = [fixes, pipeline].every((answer) => answer !== undefined);
  return <AlertList alerts={alerts} isKnown={isKnown} />;
}

function describeModels({ id: name, pausedModels }: ProviderInfo): Alert {
  return { text: t('alertModels', { name, names: pausedModels.join(', ') }), href: toProviderHref(name) };
}

function describeProvider({ id: name, pausedSeconds: seconds, requests, failures }: ProviderInfo): Alert {
  const text =
    seconds > 0
      ? t('alertResting', { name, seconds })
      : failures > 0
        ? t('alertProvider', { name, requests: toCount(requests), failures: toCount(failures) })
        : t('alertDown', { name });
  return { text, href: toProviderHref(name), severity: 'error' };
}

/** Figures of today's calls, and everything that an operator has paused. */
function Traffic() {
  const traffic = useRead('/admin/traffic');
  const newsroom = useRead('/admin/settings');
  const held = facts.providers.filter(({ isHeld }) => isHeld);
  return (
    <Show loaded={traffic}>
      {({ total: { attempts, failures, error_rate, p50_ms, p95_ms } }) => (
        <section>
          <h2>{t('callsToday')}</h2>
          <dl class="figures">
            <Figure name={t('attempts')}>{toCount(attempts)}</Figure>
            <Figure name={t('errorRate')}>
              {attempts === 0 ? '–' : toPercent(error_rate)}
              {failures > 0 && <small> {t('failedOf', { count: failures })}</small>}
            </Figure>
            <Figure name="p50">{formatMs(p50_ms)}</Figure>
            <Figure name="p95">{formatMs(p95_ms)}</Figure>
            <Figure name={t('mailState')}>
              <a href="/admin?view=settings">
                {newsroom.data ? t(newsroom.data.paused ? 'isPaused' : 'isRunning') : '…'}
              </a>
            </Figure>
            <Figure name={t('heldProviders')}>
              <a href={held.length === 1 && held[0] ? toProviderHref(held[0].id) : '/admin?view=providers'}>
                {held.length === 0 ? t('none') : held.map(({ id }) => id).join(', ')}
              </a>
            </Figure>
          </dl>
        </section>
      )}
    </Show>
  );
}
