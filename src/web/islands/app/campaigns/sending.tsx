/** Actions on a campaign: send now or later, pause, resume, cancel, retry failed emails. */
import { useState } from 'preact/hooks';
import { ActButton } from '../../common/forms.tsx';
import { Ago, Failure, SureButton, takeForm, useAction } from '../../common/parts.tsx';
import { ApiError, ask, sayKind, toCount, toExact, toRelative } from '../../common/workspace.ts';
import { onCampaigns, t } from '../say.ts';
import { countWaiting, describeReason, isUnderWay } from './states.tsx';
import type { Campaign } from './types.ts';

interface SendingProps {
  campaign: Campaign;
  onChange: () => void;
}

export function SendForm({ campaign: { campaign_id: id, counts }, onChange }: SendingProps) {
  const [isHeld, setHeld] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [at, setAt] = useState('');
  const { isBusy, error, run } = useAction();
  const send = takeForm((form) => {
    if (!isAsking) {
      setAsking(true);
      return;
    }
    run(async () => {
      setAsking(false);
      const when = at === '' ? {} : { send_at: new Date(at).toISOString() };
      const anyway = form.get('anyway') === 'on' ? { allow_embargoed: true } : {};
      await ask('POST', `/api/campaigns/${id}/send`, { ...when, ...anyway }).catch((thrown: unknown) => {
        if (thrown instanceof ApiError && thrown.reasons.includes('embargoed')) setHeld(true);
        throw thrown;
      });
      onChange();
    });
  });
  const count = toCount(counts.draft);
  return (
    <form class="filters" onSubmit={send}>
      <label>
        <span>{onCampaigns('sendAt')}</span>
        <input
          type="datetime-local"
          value={at}
          onInput={({ currentTarget }) => {
            setAt(currentTarget.value);
            setAsking(false);
          }}
        />
      </label>
      {isHeld && (
        <label class="choice">
          <input name="anyway" type="checkbox" />
          <span>{onCampaigns('allowEmbargoed')}</span>
        </label>
      )}
      <button type="submit" disabled={isBusy || counts.draft === 0}>
        {isAsking ? onCampaigns('yesSend') : onCampaigns(at === '' ? 'sendCount' : 'scheduleCount', { count })}
      </button>
      {isAsking && (
        <p class="whole" role="status">
          {at === '' ? onCampaigns('cannotUndo') : toExact(at)}{' '}
          <button class="plain" type="button" onClick={() => setAsking(false)}>
            {t('cancel')}
          </button>
        </p>
      )}
      {error !== undefined && <RefusalList error={error} />}
    </form>
  );
}

/** Every reason at once, in the reader's language. */
function RefusalList({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.reasons.length === 0) return <Failure error={error} />;
  return (
    <ul class="lints whole" role="alert">
      {error.reasons.map((code) => (
        <li key={code} class="error">
          {describeReason(code, error.message)}
          {code === 'sender_incomplete' && (
            <>
              {' '}
              <a href="/app/company">{t('company')}</a>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

export function SendingActions({ campaign, onChange }: SendingProps) {
  const { campaign_id: id, status, counts } = campaign;
  const path = `/api/campaigns/${id}`;
  const act =
    (what: string, body: object = {}) =>
    async (): Promise<void> => {
      await ask('POST', `${path}/${what}`, body);
      onChange();
    };
  const isMoving = isUnderWay(campaign) || status === 'scheduled';
  const isOver = status === 'sent' || status === 'failed';
  return (
    <p class="actions">
      {isMoving && <ActButton label={onCampaigns('pause')} act={act('pause')} />}
      {status === 'paused' && <ActButton label={onCampaigns('resume')} act={act('resume')} />}
      {(isMoving || status === 'paused' || status === 'missed') && (
        <SureButton label={onCampaigns('cancelIt')} isDanger act={act('cancel')} />
      )}
      {isOver && counts.failed > 0 && <SureButton label={onCampaigns('again')} act={act('send', { only: 'failed' })} />}
    </p>
  );
}

/** Progress of a campaign, and its next step. */
export function Progress({ campaign }: { campaign: Campaign }) {
  const { status, counts, blocked_by, forecast, send_at } = campaign;
  const waiting = countWaiting(campaign);
  const done = counts.total - waiting - counts.draft;
  if (status === 'scheduled' && send_at !== null) {
    return (
      <p>
        {onCampaigns('dueAt', { at: toRelative(send_at) })} <Ago at={send_at} />
      </p>
    );
  }
  if (waiting === 0) return null;
  return (
    <div role="status">
      <progress class="long" aria-label={onCampaigns('sending')} max={counts.total} value={done} />
      <p class="note">
        {onCampaigns('progress', { done: toCount(done), total: toCount(counts.total) })}{' '}
        {forecast.days > 1 && onCampaigns('forecast', { today: toCount(forecast.today), days: toCount(forecast.days) })}{' '}
        {forecast.days > 1 && forecast.last_at && onCampaigns('lastAt', { at: toRelative(forecast.last_at) })}
      </p>
      {counts.retry > 0 && <p class="note">{onCampaigns('retryNote', { count: counts.retry })}</p>}
      {blocked_by && <p class="fault">{onCampaigns('blocked', { why: sayKind('by', blocked_by) })}</p>}
    </div>
  );
}
