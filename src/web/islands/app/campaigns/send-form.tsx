/** Sends a campaign now, at a time, or at a time on each recipient's clock. */
import { useState } from 'preact/hooks';
import { Field } from '../../common/forms.tsx';
import { Failure, takeForm, useAction } from '../../common/parts.tsx';
import { ApiError, ask, toCount, toExact } from '../../common/workspace.ts';
import { onCampaigns, t } from '../say.ts';
import { ZoneTable } from './local-plan.tsx';
import type { SendingProps } from './sending.tsx';
import { describeReason } from './states.tsx';

interface Times {
  at: string;
  isLocal: boolean;
  fallback: string;
  ifPassed: string;
}

const AT_ONCE: Times = { at: '', isLocal: false, fallback: '', ifPassed: 'now' };

function describeTimes({ at, isLocal, fallback, ifPassed }: Times): Record<string, string> {
  if (at === '') return {};
  if (!isLocal) return { send_at: new Date(at).toISOString() };
  const zone = fallback.trim();
  return { local_time: at, if_passed: ifPassed, ...(zone === '' ? {} : { fallback_time_zone: zone }) };
}

export function SendForm({ campaign: { campaign_id: id, counts }, onChange }: SendingProps) {
  const [isHeld, setHeld] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [times, setTimes] = useState(AT_ONCE);
  const { isBusy, error, run } = useAction();
  const send = takeForm((form) => {
    if (!isAsking) {
      setAsking(true);
      return;
    }
    run(async () => {
      setAsking(false);
      const anyway = form.get('anyway') === 'on' ? { allow_embargoed: true } : {};
      await ask('POST', `/api/campaigns/${id}/send`, { ...describeTimes(times), ...anyway }).catch(
        (thrown: unknown) => {
          if (thrown instanceof ApiError && thrown.reasons.includes('embargoed')) setHeld(true);
          throw thrown;
        },
      );
      onChange();
    });
  });
  // Missed ones have their emails queued already.
  const ready = counts.draft + counts.queued;
  const count = toCount(ready);
  const change = (changes: Partial<Times>): void => {
    setTimes({ ...times, ...changes });
    setAsking(false);
  };
  return (
    <form class="filters" onSubmit={send}>
      <TimeFields times={times} onChange={change} />
      {isHeld && (
        <label class="choice">
          <input name="anyway" type="checkbox" />
          <span>{onCampaigns('allowEmbargoed')}</span>
        </label>
      )}
      {isAsking && (
        <div class="whole" role="status">
          {times.at === '' && onCampaigns('cannotUndo')}
          {times.at !== '' && !times.isLocal && toExact(times.at)}
          {times.at !== '' && times.isLocal && (
            <ZoneTable id={id} query={String(new URLSearchParams(describeTimes(times)))} />
          )}
        </div>
      )}
      <button type="submit" disabled={isBusy || ready === 0}>
        {isAsking ? onCampaigns('yesSend') : onCampaigns(times.at === '' ? 'sendCount' : 'scheduleCount', { count })}
      </button>
      {isAsking && (
        <button class="plain" type="button" onClick={() => setAsking(false)}>
          {t('cancel')}
        </button>
      )}
      {error !== undefined && <RefusalList error={error} />}
    </form>
  );
}

function TimeFields({ times, onChange }: { times: Times; onChange: (changes: Partial<Times>) => void }) {
  const { at, isLocal, fallback, ifPassed } = times;
  return (
    <>
      <Field
        label={onCampaigns('sendAt')}
        type="datetime-local"
        value={at}
        onInput={({ currentTarget }) => onChange({ at: currentTarget.value })}
      />
      {at !== '' && (
        <label class="choice">
          <input
            type="checkbox"
            checked={isLocal}
            onChange={({ currentTarget }) => onChange({ isLocal: currentTarget.checked })}
          />
          <span>{onCampaigns('localTime')}</span>
        </label>
      )}
      {at !== '' && isLocal && (
        <>
          <Field
            label={onCampaigns('fallbackZone')}
            value={fallback}
            placeholder={Intl.DateTimeFormat().resolvedOptions().timeZone}
            maxLength={100}
            onInput={({ currentTarget }) => onChange({ fallback: currentTarget.value })}
          />
          <label>
            <span>{onCampaigns('ifPassed')}</span>
            <select value={ifPassed} onChange={({ currentTarget }) => onChange({ ifPassed: currentTarget.value })}>
              {(['now', 'next_day'] as const).map((rule) => (
                <option key={rule} value={rule}>
                  {onCampaigns(`passed_${rule}`)}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
    </>
  );
}

/** Every reason at once, in the reader's language. */
function RefusalList({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || error.reasons.length === 0) return <Failure error={error} />;
  return (
    <div class="whole" role="alert">
      <ul class="lints">
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
    </div>
  );
}
