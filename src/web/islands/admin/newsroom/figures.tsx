/** Newsroom overview: pauses, alerts, figures of day and month, and a report for any period. */
import type { Output } from '../../common/answers.ts';
import { Figure, Show, SureButton, useRead } from '../../common/parts.tsx';
import { ask, toCount } from '../../common/workspace.ts';
import { Report } from './report.tsx';
import { n } from './words.ts';

type Figures = Output<'admin-dashboard'>['month'];

export function NewsroomFigures() {
  const reading = useRead('/admin/dashboard');
  return (
    <>
      <Show loaded={reading}>
        {({ schedule, today, month }) => (
          <>
            <MailSwitch isPaused={schedule.paused} onChange={reading.reload} />
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
      <SureButton
        key={String(isPaused)}
        label={n(isPaused ? 'resumeAll' : 'pauseAll')}
        isDanger={!isPaused}
        act={act}
      />
    </section>
  );
}
