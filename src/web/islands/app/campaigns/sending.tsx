/** Actions on a campaign that is under way: pause, resume, cancel, retry failed emails. */
import { ActButton } from '../../common/forms.tsx';
import { Ago, SureButton } from '../../common/parts.tsx';
import { ask, sayKind, toCount, toRelative } from '../../common/workspace.ts';
import { onCampaigns } from '../say.ts';
import { LocalPlan } from './local-plan.tsx';
import { countWaiting, isUnderWay } from './states.tsx';
import type { Campaign } from './types.ts';

export interface SendingProps {
  campaign: Campaign;
  onChange: () => void;
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
      <>
        <p>
          {onCampaigns('dueAt', { at: toRelative(send_at) })} <Ago at={send_at} />
        </p>
        <LocalPlan campaign={campaign} />
      </>
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
      <LocalPlan campaign={campaign} />
      {blocked_by && <p class="fault">{onCampaigns('blocked', { why: sayKind('by', blocked_by) })}</p>}
    </div>
  );
}
