/** The proof of the books, and their comparison with the payment provider: last run, and now. */
import { usePoll } from '../common/job.tsx';
import { Ago, Failure, Loading, useAction } from '../common/parts.tsx';
import { ask } from '../common/workspace.ts';
import { type BooksState, type Progress, t } from './facts.ts';

const CHECKS = ['verify', 'reconcile'] as const;

export function Books() {
  const poll = usePoll('/admin/books', ({ running }) => running.verify.running || running.reconcile.running);
  if (poll.error !== undefined) return <Failure error={poll.error} retry={poll.poke} />;
  if (!poll.data) return <Loading />;
  const { running, ...last } = poll.data;
  return (
    <>
      {CHECKS.map((name) => (
        <CheckView key={name} name={name} last={last[name]} progress={running[name]} onStart={poll.poke} />
      ))}
    </>
  );
}

interface CheckProps {
  name: (typeof CHECKS)[number];
  last: BooksState[(typeof CHECKS)[number]];
  progress: Progress;
  onStart: () => void;
}

function CheckView({ name, last, progress, onStart }: CheckProps) {
  const { isBusy, error, run } = useAction();
  const start = (): void =>
    run(async () => {
      await ask('POST', `/admin/books/${name}`, {});
      onStart();
    });
  return (
    <section>
      <h2>{t(name)}</h2>
      {last ? (
        <>
          <p>
            <span class={last.ok ? 'tag good' : 'tag bad'}>{t(last.ok ? 'fine' : 'differs')}</span>{' '}
            <Ago at={last.endedAt} />
          </p>
          <ul>
            {last.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>{t('neverRun')}</p>
      )}
      <p class="actions">
        <button class="second short" type="button" disabled={isBusy || progress.running} onClick={start}>
          {progress.running ? t('running') : t('run')}
        </button>
        {progress.running && (
          <progress
            aria-label={t(name)}
            {...(progress.total > 0 ? { max: progress.total, value: progress.done } : {})}
          />
        )}
      </p>
      {error !== undefined && <Failure error={error} />}
    </section>
  );
}
