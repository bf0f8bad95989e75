/** Requests per provider and current health. */
import { useState } from 'preact/hooks';
import type { Output } from '../../common/answers.ts';
import { AgoCell, AmountCell, CardTable, Failure, Show, useAction, useRead } from '../../common/parts.tsx';
import { read, sayKind, toAmount, toCount } from '../../common/workspace.ts';
import { t } from '../facts.ts';
import { n } from './words.ts';

type UsageInfo = Output<'admin-api-usage'>;

type Health = Output<'admin-api-health'>;

const TONES: Readonly<Record<string, string>> = { ok: 'good', down: 'bad', rate_limited: 'caution' };

export function Usage() {
  const reading = useRead('/admin/api-usage');
  return (
    <>
      <section>
        <h2>{n('usage')}</h2>
        <Show loaded={reading}>{(usage) => <UsageView usage={usage} />}</Show>
      </section>
      <HealthCheck />
    </>
  );
}

function UsageView({ usage: { by_service, detail } }: { usage: UsageInfo }) {
  if (by_service.length === 0) return <p>{n('nothing')}</p>;
  return (
    <>
      <CardTable heads={[n('service'), t('calls'), t('cost'), n('market'), n('cheaper')]}>
        {by_service.map(({ service, calls, cost, market_price, saved }) => (
          <tr key={service}>
            <th scope="row">{service}</th>
            <AmountCell of={t('calls')}>{toCount(calls)}</AmountCell>
            <AmountCell of={t('cost')}>{toAmount(cost)}</AmountCell>
            <AmountCell of={n('market')}>{toAmount(market_price)}</AmountCell>
            <AmountCell of={n('cheaper')}>{toAmount(saved)}</AmountCell>
          </tr>
        ))}
      </CardTable>
      <details>
        <summary>{n('latest')}</summary>
        <CardTable heads={[t('time'), n('service'), t('outcome'), t('cost')]}>
          {detail.map(({ at, service, provider, operation, cost, status }, index) => (
            <tr key={`${at} ${index}`}>
              <AgoCell at={at} />
              <th scope="row">
                {service} <span class="note">{[provider, operation].join(' · ')}</span>
              </th>
              <td>
                <span class={status === 'ok' ? 'tag good' : 'tag caution'}>{sayKind('asked', status)}</span>
              </td>
              <td class="amount">{toAmount(cost)}</td>
            </tr>
          ))}
        </CardTable>
      </details>
    </>
  );
}

/** Asked for by hand: each look is a request to every upstream. */
function HealthCheck() {
  const [health, setHealth] = useState<Health>();
  const { isBusy, error, run } = useAction();
  const look = (): void => run(async () => setHealth(await read('/admin/api-health')));
  return (
    <section>
      <h2>{n('answering')}</h2>
      <p class="actions">
        <button class="second short" type="button" disabled={isBusy} onClick={look}>
          {n('askAll')}
        </button>
        <span class="note">{isBusy ? t('loading') : n('askNote')}</span>
      </p>
      {error !== undefined && <Failure error={error} retry={look} />}
      {health && (
        <CardTable heads={[n('service'), t('state'), t('latency')]}>
          {[...health.services]
            .sort((a, b) => Number(a.status === 'unconfigured') - Number(b.status === 'unconfigured'))
            .map(({ service, status, latency_ms, error: why }) => (
              <tr key={service}>
                <th scope="row">{service}</th>
                <td>
                  <span class={`tag ${TONES[status] ?? ''}`}>{n(status)}</span> {why && <span class="note">{why}</span>}
                </td>
                <td class="amount">{latency_ms === null ? '–' : `${toCount(latency_ms)} ms`}</td>
              </tr>
            ))}
        </CardTable>
      )}
    </section>
  );
}
