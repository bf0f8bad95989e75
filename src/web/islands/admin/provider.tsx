/** One provider: state and how to change it, keys, budget, figures, and its last failures. */
import { isFailing, type ProviderInfo } from '../../admin-info.ts';
import { DayBars } from '../../components/days.tsx';
import { Back } from '../common/back.tsx';
import { CardTable, Figure, Show, SureButton, useRead } from '../common/parts.tsx';
import { ask, sayKind, toAmount, toCount, toPercent } from '../common/workspace.ts';
import { t } from './facts.ts';
import { RecentFailures } from './failures.tsx';
import { DAYS, listDays } from './provider-days.ts';

export function ProviderView({ provider }: { provider: ProviderInfo }) {
  const { id, keys, tools, variables, isSetUp, budget } = provider;
  return (
    <>
      <Back href="/admin?view=providers" list={t('providers')} title={id} />
      <h2>
        {id} <ProviderState provider={provider} />
      </h2>
      {isSetUp ? <PauseSwitch provider={provider} /> : <p>{t('variables', { names: variables.join(', ') })}</p>}
      {budget && <Budget {...budget} />}
      <Figures id={id} />
      <section>
        <h3>{t('recentFailures')}</h3>
        <RecentFailures provider={id} />
      </section>
      {keys.length > 0 && <Keys keys={keys} />}
      <section>
        <h3>{t('usedBy')}</h3>
        <ul class="tags">
          {tools.map((tool) => (
            <li key={tool}>
              <a href={`/tools/${tool}`}>{tool}</a>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

export function ProviderState({ provider }: { provider: ProviderInfo }) {
  const { isSetUp, isHeld, pausedSeconds, pausedModels, requests } = provider;
  const isBad = isFailing(provider);
  const state = !isSetUp
    ? 'notSetUp'
    : isHeld
      ? 'held'
      : isBad
        ? pausedSeconds > 0
          ? 'resting'
          : 'failing'
        : requests === 0
          ? 'idleProvider'
          : 'ready';
  const tone = isHeld ? 'caution' : isBad ? 'bad' : state === 'ready' ? 'good' : '';
  return (
    <>
      <span class={`tag ${tone}`}>{t(state)}</span>
      {pausedModels.length > 0 && <span class="note"> {t('pausedModels', { names: pausedModels.join(', ') })}</span>}
    </>
  );
}

/** Nothing is sent to a paused provider until somebody resumes it. */
function PauseSwitch({ provider: { id, isHeld } }: { provider: ProviderInfo }) {
  const act = async (): Promise<void> => {
    await ask('POST', `/admin/providers/${encodeURIComponent(id)}/${isHeld ? 'resume' : 'pause'}`, {});
    location.reload();
  };
  return (
    <section class={isHeld ? 'state caution' : 'state'}>
      <p>{t(isHeld ? 'heldNote' : 'holdNote')}</p>
      <SureButton
        label={t(isHeld ? 'resumeProvider' : 'pauseProvider')}
        question={isHeld ? undefined : t('pauseProviderSure', { name: id })}
        isDanger={!isHeld}
        act={act}
      />
    </section>
  );
}

function Budget({ spent, limit }: { spent: number; limit: number }) {
  const share = Math.min(1, spent / limit);
  return (
    <section>
      <h3>{t('budgetToday')}</h3>
      <p>
        {t('budgetSpent', { spent: toAmount(spent), limit: toAmount(limit), share: toPercent(spent / limit) })}{' '}
        <meter aria-label={t('budgetToday')} value={share} high={0.8} optimum={0} max={1} />
      </p>
    </section>
  );
}

/** The day's figures, and its last thirty days. */
function Figures({ id }: { id: string }) {
  const traffic = useRead('/admin/traffic').data?.providers.find(({ name }) => name === id);
  const history = useRead(`/admin/provider-history?days=${DAYS}`);
  return (
    <Show loaded={history}>
      {({ items, to }) => {
        const own = items.find((item) => item.provider === id);
        return (
          <>
            <dl class="figures">
              <Figure name={t('requestsToday')}>{toCount(traffic?.attempts ?? 0)}</Figure>
              <Figure name={t('errorRate')}>{traffic ? toPercent(traffic.error_rate) : '–'}</Figure>
              <Figure name="p50">{formatMs(traffic?.p50_ms)}</Figure>
              <Figure name="p95">{formatMs(traffic?.p95_ms)}</Figure>
            </dl>
            <p class="note">{t('figuresLag')}</p>
            {own && (
              <section class="history">
                <h3>{t('history')}</h3>
                <DayBars title={`${id}, ${t('history')}`} days={listDays(own.days, to)} />
                <p class="note amount">
                  {t('success')} {toPercent(own.success_rate)} · {t('requests')} {toCount(own.requests)}
                </p>
              </section>
            )}
          </>
        );
      }}
    </Show>
  );
}

export const formatMs = (ms: number | null | undefined): string => (ms == null ? '–' : `${toCount(ms)} ms`);

function Keys({ keys }: Pick<ProviderInfo, 'keys'>) {
  return (
    <section>
      <h3>{t('keysOf')}</h3>
      <CardTable heads={[t('fingerprint'), t('weight'), t('state'), t('details')]}>
        {keys.map(({ fingerprint, weight, pausedSeconds, pausedModels, failure }) => (
          <tr key={fingerprint}>
            <th scope="row">
              <code>{fingerprint}</code>
            </th>
            <td data-label={t('weight')}>{weight}</td>
            <td>
              <span class={`tag ${pausedSeconds > 0 ? 'bad' : 'good'}`}>
                {t(pausedSeconds > 0 ? 'resting' : 'ready')}
              </span>
            </td>
            <td class="note">
              {[
                failure === null ? '' : sayKind('failure', failure),
                pausedModels.length > 0 ? t('pausedModels', { names: pausedModels.join(', ') }) : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </td>
          </tr>
        ))}
      </CardTable>
    </section>
  );
}
