/** Providers: failing first, then working ones with their statistics, then those not configured. */
import type { ProviderInfo } from '../../admin-info.ts';
import { DayBars } from '../../components/days.tsx';
import type { Output } from '../common/answers.ts';
import { CardTable, Failure, useRead } from '../common/parts.tsx';
import { toCount, toPercent } from '../common/workspace.ts';
import { facts, t } from './facts.ts';
import { toProviderHref } from './failures.tsx';
import { ProviderState, ProviderView } from './provider.tsx';
import { DAYS, listDays } from './provider-days.ts';

type History = Output<'admin-provider-history'>;

export function Providers() {
  const asked = new URLSearchParams(location.search).get('provider');
  const one = facts.providers.find(({ id }) => id === asked);
  return one ? <ProviderView provider={one} /> : <ProviderList />;
}

function ProviderList() {
  const history = useRead(`/admin/provider-history?days=${DAYS}`);
  const inUse = facts.providers.filter(({ isSetUp }) => isSetUp);
  const unused = facts.providers.filter(({ isSetUp }) => !isSetUp);
  return (
    <>
      {history.error !== undefined && <Failure error={history.error} retry={history.reload} />}
      <CardTable heads={[t('provider'), t('state'), t('sinceYesterday'), t('history'), t('usedBy')]} kind="upstreams">
        {inUse.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} history={history.data} />
        ))}
      </CardTable>
      <details>
        <summary>{t('unused', { count: toCount(unused.length) })}</summary>
        <CardTable heads={[t('provider'), t('state'), t('usedBy')]}>
          {unused.map(({ id, variables, tools }) => (
            <tr key={id}>
              <th scope="row">{id}</th>
              <td>
                {variables.length > 0 ? (
                  <span class="note">{t('variables', { names: variables.join(', ') })}</span>
                ) : (
                  <span class="tag">{t('notSetUp')}</span>
                )}
              </td>
              <td class="note">{tools.join(', ')}</td>
            </tr>
          ))}
        </CardTable>
      </details>
    </>
  );
}

function ProviderRow({ provider, history }: { provider: ProviderInfo; history: History | undefined }) {
  const { id, requests, failures, tools } = provider;
  const own = history?.items.find((item) => item.provider === id);
  const latency = own?.days.at(-1)?.avg_latency_ms;
  return (
    <tr>
      <th scope="row">
        <a class="row-link" href={toProviderHref(id)}>
          {id}
        </a>
      </th>
      <td>
        <ProviderState provider={provider} />
      </td>
      <td data-label={t('sinceYesterday')}>
        {requests === 0 ? (
          <span class="note">{t('idleProvider')}</span>
        ) : (
          <>
            <span class="amount">
              {t('requests')} {toCount(requests)}
            </span>
            {failures > 0 && <span class="fault"> {t('failedShare', { share: toPercent(failures / requests) })}</span>}
            {latency !== undefined && <span class="note amount"> {toCount(latency)} ms</span>}
          </>
        )}
      </td>
      <td>
        {history && own && (
          <>
            <DayBars title={`${id}, ${t('history')}`} days={listDays(own.days, history.to)} />
            <span class="note amount">
              {t('success')} {toPercent(own.success_rate)} · {toCount(own.requests)}
            </span>
          </>
        )}
      </td>
      <td class="note">{tools.join(', ')}</td>
    </tr>
  );
}
