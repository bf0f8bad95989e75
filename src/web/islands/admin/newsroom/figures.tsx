/** The newsroom at a glance: what stands still, what to look at, the figures of day and month, and a report of any period. */
import { Figure, Show, SureButton, useRead } from '../../common/parts.tsx';
import { ask, toCount } from '../../common/workspace.ts';
import { AlertList, describeNewsroomAlert, type NewsroomAlerts } from '../alerts.tsx';
import { Report } from './report.tsx';
import { n } from './words.ts';

interface Figures {
  articles: number;
  analyzed: number;
  mail: { queued: number; sent: number; failed: number; unknown: number };
  opens: { human: number; unknown: number; machine: number };
  clicks: number;
  signups: number;
}

interface Dashboard extends NewsroomAlerts {
  date: string;
  schedule: { paused: boolean };
  today: Figures & { limit: number; remaining: number };
  month: Figures;
}

export function NewsroomFigures() {
  const reading = useRead<Dashboard>('/admin/dashboard');
  return (
    <>
      <Show loaded={reading}>
        {({ schedule, today, month, alerts }) => (
          <>
            <MailSwitch isPaused={schedule.paused} onChange={reading.reload} />
            <AlertList alerts={alerts.map(describeNewsroomAlert)} />
            <section>
              <h2>{n('today')}</h2>
              <FigureRow figures={today} />
              <p class="note">{n('left', { remaining: toCount(today.remaining), limit: toCount(today.limit) })}</p>
            </section>
            <section>
              <h2>{n('month')}</h2>
              <FigureRow figures={month} />
            </section>
          </>
        )}
      </Show>
      <Report />
    </>
  );
}

function FigureRow({ figures: { articles, analyzed, mail, opens, clicks, signups } }: { figures: Figures }) {
  return (
    <dl class="figures">
      <Figure name={n('newArticles')}>{toCount(articles)}</Figure>
      <Figure name={n('analyzed')}>{toCount(analyzed)}</Figure>
      <Figure name={n('sent')}>{toCount(mail.sent)}</Figure>
      <Figure name={n('waiting')}>{toCount(mail.queued)}</Figure>
      <Figure name={n('refused')}>{toCount(mail.failed)}</Figure>
      <Figure name={n('unclear')}>{toCount(mail.unknown)}</Figure>
      <Figure name={n('opens')}>
        {toCount(opens.human + opens.unknown)} <small>{n('byMachines', { count: toCount(opens.machine) })}</small>
      </Figure>
      <Figure name={n('clicks')}>{toCount(clicks)}</Figure>
      <Figure name={n('signups')}>{toCount(signups)}</Figure>
    </dl>
  );
}

/** Stops all mail, or lets it go on. */
export function MailSwitch({ isPaused, onChange }: { isPaused: boolean; onChange: () => void }) {
  const act = async (): Promise<void> => {
    await ask('POST', isPaused ? '/admin/resume' : '/admin/pause', {});
    onChange();
  };
  return (
    <section class={isPaused ? 'state caution' : 'state'}>
      <p>{n(isPaused ? 'pausedSince' : 'goesOut')}</p>
      <SureButton key={String(isPaused)} label={n(isPaused ? 'resumeAll' : 'pauseAll')} act={act} />
    </section>
  );
}
