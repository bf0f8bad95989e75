/** Cost, requests and health of the newsroom's providers. */
import type { Output } from '../../common/answers.ts';
import { AmountCell, CardTable, Choice, Figure, Show, useRead } from '../../common/parts.tsx';
import { Plot } from '../../common/plot.tsx';
import { useChoice } from '../../common/query.ts';
import { toAmount, toCount, toDay, toPercent } from '../../common/workspace.ts';
import { t } from '../facts.ts';
import { Usage } from './usage.tsx';
import { n } from './words.ts';

type Cost = Output<'admin-cost'>;

const PERIODS = ['today', 'month', 'all'] as const;

export function Costs() {
  const [period, setPeriod] = useChoice('period', PERIODS, 'month');
  const reading = useRead(`/admin/cost?period=${period}`);
  return (
    <>
      <Choice
        label={t('period')}
        value={period}
        choices={PERIODS.map((name) => [name, n(name === 'all' ? 'allTime' : name)] as const)}
        onChange={setPeriod}
      />
      <Show loaded={reading}>{(cost) => <CostView cost={cost} />}</Show>
      <Usage />
    </>
  );
}

function CostView({ cost }: { cost: Cost }) {
  const { total_cost, total_calls, total_tokens, by_day, per_article, per_mail_sent, budget, estimated } = cost;
  const { limit, used_share: share } = budget;
  return (
    <>
      <dl class="figures">
        <Figure name={n('total')}>{toAmount(total_cost)}</Figure>
        <Figure name={t('calls')}>{toCount(total_calls)}</Figure>
        <Figure name={n('tokens')}>
          {toCount(total_tokens.input)} / {toCount(total_tokens.output)}
        </Figure>
        <Figure name={n('perArticle')}>{toAmount(per_article)}</Figure>
        <Figure name={n('perMail')}>{toAmount(per_mail_sent)}</Figure>
      </dl>
      <h2 id="budget">{n('budget')}</h2>
      {limit && share !== null ? (
        <>
          <meter class="long" aria-labelledby="budget" min={0} max={1} value={share} high={0.8} />
          <p class="note">{n('budgetUsed', { share: toPercent(share), limit: toAmount(limit) })}</p>
        </>
      ) : (
        <p class="note">{n('noBudget')}</p>
      )}
      {estimated && <p class="note">{n('estimated')}</p>}
      {by_day.length > 1 && (
        <Plot
          title={n('byDay')}
          bars={by_day.map(({ date, cost: value }) => ({ label: toDay(date), value, text: toAmount(value) }))}
        />
      )}
      <Services rows={cost.by_service} />
    </>
  );
}

function Services({ rows }: { rows: Cost['by_service'] }) {
  if (rows.length === 0) return <p>{n('nothing')}</p>;
  return (
    <CardTable heads={[n('service'), t('calls'), n('errors'), t('cost'), n('tokens'), t('latency')]}>
      {rows.map(({ service, provider, calls, errors, cost, tokens, avg_latency_ms }) => (
        <tr key={`${service} ${provider}`}>
          <th scope="row">
            {service} <span class="note">{provider}</span>
          </th>
          <AmountCell of={t('calls')}>{toCount(calls)}</AmountCell>
          <AmountCell of={n('errors')}>{toCount(errors)}</AmountCell>
          <AmountCell of={t('cost')}>{toAmount(cost)}</AmountCell>
          <AmountCell of={n('tokens')}>
            {toCount(tokens.input)} / {toCount(tokens.output)}
          </AmountCell>
          <AmountCell of={t('latency')}>{toCount(avg_latency_ms)} ms</AmountCell>
        </tr>
      ))}
    </CardTable>
  );
}
