/** Status of a sent email, and corrections by people. */
import { Ago, Failure, takeForm, useAction } from '../../common/parts.tsx';
import { ask } from '../../common/workspace.ts';
import { onCampaigns } from '../say.ts';
import type { Mail } from './types.ts';

interface AfterProps {
  campaignId: number;
  mail: Mail;
  onChange: () => void;
}

/** For a mail of which nobody knows whether it arrived. */
const VERDICTS = [
  ['mark_sent', 'wasSent'],
  ['mark_failed', 'hasFailed'],
  ['resend', 'resend'],
] as const;

const MOMENTS = [
  ['sent_at', 'is_sent'],
  ['opened_at', 'is_opened'],
  ['clicked_at', 'is_clicked'],
  ['bounced_at', 'is_bounced'],
  ['replied_at', 'replied'],
] as const;

export function AfterSending({ campaignId, mail, onChange }: AfterProps) {
  const { email_id: id, status, last_error } = mail;
  const { isBusy, error, run } = useAction();
  const resolve = (body: object): void =>
    run(async () => {
      await ask('POST', `/api/campaigns/${campaignId}/emails/${id}/resolve`, body);
      onChange();
    });
  const place = takeForm((form) => resolve({ action: 'mark_placed', url: String(form.get('url')) }));
  return (
    <>
      <dl class="moments">
        {MOMENTS.filter(([moment]) => mail[moment] !== null).map(([moment, word]) => (
          <div key={moment}>
            <dt>{onCampaigns(word)}</dt>
            <dd>
              <Ago at={mail[moment]} />
            </dd>
          </div>
        ))}
      </dl>
      {last_error && <p class="fault">{last_error}</p>}
      {status === 'unknown' && (
        <p class="actions">
          {VERDICTS.map(([action, word]) => (
            <button
              key={action}
              class="second short"
              type="button"
              disabled={isBusy}
              onClick={() => resolve({ action })}
            >
              {onCampaigns(word)}
            </button>
          ))}
        </p>
      )}
      {status === 'sent' && (
        <>
          {mail.replied_at === null && (
            <p class="actions">
              <button
                class="second short"
                type="button"
                disabled={isBusy}
                onClick={() => resolve({ action: 'mark_replied' })}
              >
                {onCampaigns('markReplied')}
              </button>
            </p>
          )}
          <form class="filters" onSubmit={place}>
            <label>
              <span>{onCampaigns('placedAt')}</span>
              <input name="url" type="url" maxLength={2_000} placeholder="https://" required />
            </label>
            <button class="second" type="submit" disabled={isBusy}>
              {onCampaigns('placed')}
            </button>
          </form>
        </>
      )}
      {error !== undefined && <Failure error={error} />}
    </>
  );
}
