/** Providers: failing first, then working ones with their statistics, then those not configured. */
import { useState } from 'preact/hooks';
import { isFailing, type KeyInfo, type ProviderInfo } from '../../admin-info.ts';
import { type DayBar, DayBars } from '../../components/days.tsx';
import type { Output } from '../common/answers.ts';
import { CardTable, Failure, useRead } from '../common/parts.tsx';
import { toCount, toDay, toPercent } from '../common/workspace.ts';
import { facts, t } from './facts.ts';
import { RecentFailures } from './failures.tsx';

type History = Output<'admin-provider-history'>;

const DAYS = 30;
const DAY_MS = 86_400_000;
/** Shares of failures from which a day is poor, and bad. */
const POOR = 0.02;
const BAD = 0.2;

export function Providers() {
  const history = useRead(`/admin/provider-history?days=${DAYS}`);
  const inUse = facts.providers.filter(({ isSetUp }) => isSetUp);
  const unused = facts.providers.filter(({ isSetUp }) => !isSetUp);
  return (
    <>
      {history.error !== undefined && <Failure error={history.error} retry={history.reload} />}
      <CardTable
        heads={[t('provider'), t('state'), t('sinceYesterday'), t('history'), t('usedBy'), t('details')]}
        kind="upstreams"
      >
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
  const { id, pausedSeconds, pausedModels: paused, keys, requests, failures, tools } = provider;
  const own = history?.items.find((item) => item.provider === id);
  const state = isFailing(provider) ? (pausedSeconds > 0 ? 'resting' : 'failing') : 'ready';
  const latency = own?.days.at(-1)?.avg_latency_ms;
  const [isOpen, setOpen] = useState(new URLSearchParams(location.search).get('provider') === id);
  return (
    <>
      <tr>
        <th scope="row">{id}</th>
        <td>
          <span class={`tag ${state === 'ready' ? 'good' : 'bad'}`}>{t(state)}</span>
          {paused.length > 0 && <span class="note"> {t('pausedModels', { names: paused.join(', ') })}</span>}
          {keys.length > 1 && <Keys keys={keys} />}
        </td>
        <td data-label={t('sinceYesterday')}>
          {requests === 0 ? (
            <span class="note">{t('idleProvider')}</span>
          ) : (
            <>
              <span class="amount">
                {t('requests')} {toCount(requests)}
              </span>
              {failures > 0 && (
                <span class="fault"> {t('failedShare', { share: toPercent(failures / requests) })}</span>
              )}
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
        <td>
          <button class="plain" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('recentFailures')}
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr class="opened">
          <td colSpan={6}>
            <RecentFailures provider={id} />
          </td>
        </tr>
      )}
    </>
  );
}

function Keys({ keys }: { keys: readonly KeyInfo[] }) {
  return (
    <div>
      {keys.map(({ fingerprint, weight, pausedSeconds, pausedModels, failure }) => (
        <div key={fingerprint}>
          <code>{fingerprint}</code> <span class="note">×{weight}</span>{' '}
          <span class={`tag ${pausedSeconds > 0 ? 'bad' : 'good'}`}>{t(pausedSeconds > 0 ? 'resting' : 'ready')}</span>
          {failure !== null && <span class="note"> {failure}</span>}
          {pausedModels.length > 0 && (
            <span class="note"> {t('pausedModels', { names: pausedModels.join(', ') })}</span>
          )}
        </div>
      ))}
    </div>
  );
}

/** Every day, also those on which nobody asked. */
function listDays(days: History['items'][number]['days'], to: string): DayBar[] {
  return Array.from({ length: DAYS }, (_, at) => {
    const date = new Date(Date.parse(to) - (DAYS - 1 - at) * DAY_MS).toISOString().slice(0, to.length);
    const day = days.find((one) => one.date === date);
    if (!day) return { day: toDay(date), text: '', state: null };
    const share = day.failures / day.requests;
    const text = `${t('requests')} ${toCount(day.requests)}, ${t('failedShare', { share: toPercent(share) })}`;
    return { day: toDay(date), text, state: share >= BAD ? 'bad' : share >= POOR ? 'caution' : 'good' };
  });
}
