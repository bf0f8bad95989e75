/** The day in figures, and what needs a look. */
import { isFailing, type ProviderInfo } from '../../admin-info.ts';
import { AmountCell, CardTable, Choice, Figure, Show, useRead } from '../common/parts.tsx';
import { Plot } from '../common/plot.tsx';
import { useChoice } from '../common/query.ts';
import { sayKind, toAmount, toCount, toDay } from '../common/workspace.ts';
import { type Alert, AlertList, describeNewsroomAlert, describeSignal, isOwnAlert } from './alerts.tsx';
import { facts, type Margin, type Sums, t } from './facts.ts';

const PERIODS = ['1', '7', '30', '90'] as const;
const MODES = ['live', 'test'] as const;

export function Today() {
  const [days, setDays] = useChoice('days', PERIODS, '1');
  const margin = useRead(`/admin/margin?days=${days}`);
  return (
    <>
      <Alerts margin={margin.data} />
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

function Alerts({ margin }: { margin: Margin | undefined }) {
  const newsroom = useRead('/admin/dashboard').data;
  const fixes = useRead('/admin/fixes?status=pending').data;
  const pipeline = useRead('/admin/pipeline-status').data;
  const books = useRead('/admin/books').data;
  const upstreams = useRead('/admin/upstreams').data;
  const signals = useRead('/admin/alerts').data;
  const isNamed = ({ id }: ProviderInfo): boolean =>
    signals?.items.some((alert) => alert.state === 'open' && alert.subject === id && isOwnAlert(alert)) === true;
  const isWrong = books?.verify?.ok === false || books?.reconcile?.ok === false;
  const alerts: Alert[] = [
    ...(isWrong ? [{ text: t('alertBooks'), href: '/admin?view=books', severity: 'error' as const }] : []),
    ...(signals?.items ?? []).filter(isOwnAlert).map(describeSignal),
    ...facts.providers.filter((provider) => isFailing(provider) && !isNamed(provider)).map(describeProvider),
    ...facts.providers.filter(({ pausedModels }) => pausedModels.length > 0).map(describeModels),
    ...(newsroom?.alerts ?? []).map(describeNewsroomAlert),
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
    ...(margin?.items ?? [])
      .filter(({ mode, margin: left }) => mode === 'live' && left < 0)
      .map(({ tool }) => ({ text: t('alertMargin', { tool }), href: '#main' })),
    ...(upstreams?.items ?? [])
      .filter(({ tools }) => tools.some(({ pending }) => pending !== null))
      .map(({ title }) => ({ text: t('alertUpstream', { name: title }), href: '/admin?view=upstreams' })),
    ...(fixes && fixes.items.length > 0 ? [{ text: t('alertFixes'), href: '/admin?view=moderation' }] : []),
  ];
  // Nothing is well before everything has said so.
  const isKnown = [newsroom, fixes, pipeline, books, upstreams, signals].every((answer) => answer !== undefined);
  return <AlertList alerts={alerts} isKnown={isKnown} />;
}

function describeModels({ id: name, pausedModels }: ProviderInfo): Alert {
  const text = t('alertModels', { name, names: pausedModels.join(', ') });
  return { text, href: '/admin?view=providers' };
}

function describeProvider({ id: name, pausedSeconds: seconds, requests, failures }: ProviderInfo): Alert {
  const text =
    seconds > 0
      ? t('alertResting', { name, seconds })
      : failures > 0
        ? t('alertProvider', { name, requests: toCount(requests), failures: toCount(failures) })
        : t('alertDown', { name });
  return { text, href: `/admin?view=providers&provider=${encodeURIComponent(name)}`, severity: 'error' };
}
