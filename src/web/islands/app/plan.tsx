/** The company's subscription and its usage. */
import type { Output } from '../common/answers.ts';
import { Failure, Figure, Show, useAction, useRead } from '../common/parts.tsx';
import { Plot } from '../common/plot.tsx';
import { ask, toCount, toDay, toExact } from '../common/workspace.ts';
import { onCompany } from './say.ts';

type PlanStatus = Output<'billing-status'>;

const SOLD = ['pro', 'business'] as const;

export function Plan() {
  const reading = useRead('/billing/status');
  return <Show loaded={reading}>{(status) => <PlanView status={status} />}</Show>;
}

function PlanView({ status }: { status: PlanStatus }) {
  const { plan, limits, usage, current_period_end: until, provider } = status;
  const bars = usage.daily.map(({ date, analyses }) => ({
    label: toDay(date),
    value: analyses,
    text: toCount(analyses),
  }));
  return (
    <>
      <dl class="figures">
        <Figure name={onCompany('current')}>{onCompany(plan)}</Figure>
        <Figure name={onCompany('analyses')}>{toCount(limits.analyses_per_month)}</Figure>
        <Figure name={onCompany('mails')}>{onCompany('mailCount', { count: limits.daily_mailing_limit })}</Figure>
        <Figure name={onCompany('members')}>{onCompany('memberCount', { count: limits.members })}</Figure>
      </dl>
      <meter
        class="long"
        aria-label={onCompany('analyses')}
        min={0}
        max={limits.analyses_per_month}
        value={usage.analyses_used}
        high={limits.analyses_per_month * 0.9}
      />
      <p class="note">
        {onCompany('usedOf', { used: toCount(usage.analyses_used), limit: toCount(limits.analyses_per_month) })}
      </p>
      {until && (
        <p>
          {onCompany('until')} {toExact(until)}
        </p>
      )}
      {provider === 'stripe' ? <Subscribe plan={plan} /> : <p class="note">{onCompany('notSold')}</p>}
      <Plot title={onCompany('daily')} bars={bars} />
    </>
  );
}

function Subscribe({ plan }: { plan: PlanStatus['plan'] }) {
  const { isBusy, error, run } = useAction();
  const here = `${location.origin}/app/plan`;
  const buy = (name: string): void =>
    run(async () => {
      const body = { plan: name, success_url: here, cancel_url: here };
      location.assign((await ask('POST', '/billing/checkout', body)).url);
    });
  const manage = (): void =>
    run(async () => {
      location.assign((await ask('GET', '/billing/portal')).url);
    });
  return (
    <p class="actions">
      {SOLD.filter((name) => name !== plan).map((name) => (
        <button key={name} class="second short" type="button" disabled={isBusy} onClick={() => buy(name)}>
          {onCompany('choose', { plan: onCompany(name) })}
        </button>
      ))}
      {plan !== 'free' && (
        <button class="second short" type="button" disabled={isBusy} onClick={manage}>
          {onCompany('manage')}
        </button>
      )}
      {error !== undefined && <Failure error={error} />}
    </p>
  );
}
