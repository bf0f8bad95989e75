/** Documents for bookkeeping, the saved card, and when it is charged by itself. */
import { formatSum } from '../../components/amount.ts';
import { ActButton, ActForm, Field, Select } from '../common/forms.tsx';
import { Show, SureButton, useRead } from '../common/parts.tsx';
import { ApiError, ask } from '../common/workspace.ts';
import { Documents } from './documents.tsx';
import { ownMode, type TopUp, t, withMode } from './facts.ts';

const AMOUNTS = [5, 10, 25, 50] as const;

export function Billing() {
  const loaded = useRead(withMode('/api/account/auto-top-up'));
  if (loaded.error instanceof ApiError && loaded.error.status === 403) return <p>{t('noBillingAccess')}</p>;
  return (
    <>
      <Documents />
      <section>
        <h2>{t('autoTopUp')}</h2>
        <Show loaded={loaded}>
          {(topUp) =>
            topUp.isAvailable ? <Settings topUp={topUp} onChange={loaded.reload} /> : <p>{t('topUpUnavailable')}</p>
          }
        </Show>
      </section>
    </>
  );
}

function Settings({ topUp, onChange }: { topUp: TopUp; onChange: () => void }) {
  const { state, card, chargedThisMonth, monthlyLimit, isCharging } = topUp;
  return (
    <>
      <p>{t('autoTopUpIntro')}</p>
      <Pause topUp={topUp} />
      <dl>
        <div>
          <dt>{t('status')}</dt>
          <dd>{t(isCharging ? 'topUpCharging' : `topUp_${state}`)}</dd>
        </div>
        <div>
          <dt>{t('card')}</dt>
          <dd>{card === null ? t('noCard') : t('cardEnds', { ...card })}</dd>
        </div>
        <div>
          <dt>{t('chargedThisMonth')}</dt>
          <dd>{t('ofLimit', { charged: formatSum(chargedThisMonth), limit: formatSum(monthlyLimit) })}</dd>
        </div>
      </dl>
      <CardButtons topUp={topUp} onChange={onChange} />
      {card !== null && <Rules topUp={topUp} onChange={onChange} />}
    </>
  );
}

function Pause({ topUp: { state, reason, payUrl, amount } }: { topUp: TopUp }) {
  if (state !== 'paused') return null;
  return (
    <div class="state caution">
      <p>{t(`paused_${reason ?? 'failed'}`)}</p>
      {payUrl !== null && (
        <a class="button short" href={payUrl}>
          {t('payByHand', { amount: formatSum(amount) })}
        </a>
      )}
    </div>
  );
}

function CardButtons({ topUp: { card }, onChange }: { topUp: TopUp; onChange: () => void }) {
  const save = async (): Promise<void> => {
    const { url } = await ask('POST', '/api/account/card', ownMode);
    location.assign(url);
  };
  const remove = async (): Promise<void> => {
    await ask('DELETE', withMode('/api/account/card'));
    onChange();
  };
  return (
    <>
      <ActButton label={t(card === null ? 'saveCard' : 'changeCard')} act={save} isMain={card === null} />
      {card !== null && <SureButton label={t('removeCard')} question={t('removeCardSure')} act={remove} />}
    </>
  );
}

function Rules({ topUp, onChange }: { topUp: TopUp; onChange: () => void }) {
  const { state, threshold, amount, monthlyLimit } = topUp;
  const turnOn = async (form: FormData): Promise<void> => {
    const values = {
      ...{ threshold: Number(form.get('threshold')), amount: Number(form.get('amount')) },
      monthlyLimit: Number(form.get('monthlyLimit')),
    };
    await ask('PUT', '/api/account/auto-top-up', { enabled: true, ...values, ...ownMode });
    onChange();
  };
  const turnOff = async (): Promise<void> => {
    await ask('PUT', '/api/account/auto-top-up', { enabled: false, threshold, amount, monthlyLimit, ...ownMode });
    onChange();
  };
  const choices = AMOUNTS.map((one) => [one, `$${one}`] as const);
  return (
    <>
      <ActForm label={t(state === 'on' ? 'saveTopUp' : 'turnOnTopUp')} act={turnOn} isMain note={t('topUpNote')}>
        <Field
          label={t('threshold')}
          {...{ isNarrow: true, name: 'threshold', type: 'number', min: 0, max: 50, step: 'any' }}
          value={threshold}
          required
        />
        <Select label={t('topUpAmount')} name="amount" value={String(amount)} choices={choices} isNarrow />
        <Field
          label={t('monthlyLimit')}
          {...{ isNarrow: true, name: 'monthlyLimit', type: 'number', min: 5, max: 10_000, step: 'any' }}
          value={monthlyLimit}
          required
        />
      </ActForm>
      {state !== 'off' && <ActButton label={t('turnOffTopUp')} act={turnOff} />}
    </>
  );
}
