/** Where answers come from: what is set up, what rests, and how each has done. */
import { Bars } from '../../components/bars.tsx';
import { CardTable, Show, useRead } from '../common/parts.tsx';
import { toCount } from '../common/workspace.ts';
import { facts, t } from './facts.ts';

interface History {
  items: {
    provider: string;
    requests: number;
    success_rate: number;
    days: { date: string; requests: number; failures: number; avg_latency_ms: number }[];
  }[];
}

const DAYS = 30;

export function Providers() {
  const history = useRead<History>(`/admin/provider-history?days=${DAYS}`);
  return (
    <>
      <CardTable heads={[t('provider'), t('state'), t('usedBy')]}>
        {facts.providers.map(({ id, isSetUp, restsSeconds, tools, variables }) => (
          <tr key={id}>
            <th scope="row">{id}</th>
            <td>
              <span class={`tag ${isSetUp ? (restsSeconds > 0 ? 'bad' : 'good') : ''}`}>
                {t(isSetUp ? (restsSeconds > 0 ? 'resting' : 'ready') : 'notSetUp')}
              </span>{' '}
              {!isSetUp && variables.length > 0 && (
                <span class="note">{t('variables', { names: variables.join(', ') })}</span>
              )}
            </td>
            <td class="note">{tools.join(', ')}</td>
          </tr>
        ))}
      </CardTable>
      <h2>{t('history')}</h2>
      <Show loaded={history}>{({ items }) => <HistoryList items={items} />}</Show>
    </>
  );
}

function HistoryList({ items }: History) {
  if (items.length === 0) return <p>{t('noCalls')}</p>;
  return (
    <>
      {items.map(({ provider, requests, success_rate: rate, days }) => (
        <section key={provider}>
          <h3>{provider}</h3>
          <p class="note">
            {t('requests')}: {toCount(requests)} · {t('success')}: {(rate * 100).toFixed(1)} % · {t('latency')}:{' '}
            {days.at(-1)?.avg_latency_ms ?? 0} ms
          </p>
          <Bars
            title={`${provider}: ${t('requests')}`}
            bars={days.map(({ date, requests: value, failures }) => ({
              label: date,
              value,
              text: `${toCount(value)} (${toCount(failures)})`,
            }))}
          />
        </section>
      ))}
    </>
  );
}
