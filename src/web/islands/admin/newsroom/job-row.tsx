/** A job of the newsroom: started here, with its progress and its last end. */
import { useState } from 'preact/hooks';
import { Ago, Failure, useAction } from '../../common/parts.tsx';
import { ask, toCount } from '../../common/workspace.ts';
import { type Progress, t } from '../facts.ts';
import { n } from './words.ts';

export type JobPath =
  `/admin/${'scrape-now' | 'run-analyze' | 'run-push' | 'run-pipeline' | 'media/scan' | 'media/embed'}`;

interface JobProps {
  name: string;
  progress: Progress;
  /** What starts it; undefined: nothing does from here. */
  path: JobPath | undefined;
  onStart: () => void;
}

export function JobRow({ name, progress, path, onStart }: JobProps) {
  const { running, total, done, succeeded, failed, current, finished_at, last_error } = progress;
  const [said, setSaid] = useState<'started' | 'runsAlready' | 'noEmbedder'>();
  const { isBusy, error, run } = useAction();
  const start = (to: JobPath): void =>
    run(async () => {
      const { status, already_running } = await ask('POST', to, {});
      setSaid(status === 'stub' ? 'noEmbedder' : already_running ? 'runsAlready' : 'started');
      onStart();
    });
  return (
    <li class="job">
      <strong>{name}</strong> <span class={running ? 'tag caution' : 'tag'}>{t(running ? 'running' : 'idle')}</span>
      {running ? (
        <>
          <progress aria-label={name} {...(total > 0 ? { max: total, value: done } : {})} />
          <span class="note">
            {t('progress', { done: toCount(done), total: toCount(total) })} {current?.title}
          </span>
        </>
      ) : (
        <span class="note">
          {t('lastRunAt')} <Ago at={finished_at} />
          {finished_at && total > 0 && ` · ${t('succeededOf', { done: toCount(succeeded), total: toCount(total) })}`}
        </span>
      )}
      {failed > 0 && <span class="fault">{t('failedOf', { count: failed })}</span>}
      {last_error && <span class="fault whole">{last_error.message}</span>}
      {path ? (
        <button class="second short" type="button" disabled={isBusy || running} onClick={() => start(path)}>
          {t('run')}
        </button>
      ) : (
        <span class="note">{t('byItself')}</span>
      )}
      {said && (
        <span role="status" class="note">
          {said === 'noEmbedder' ? n(said) : t(said)}
        </span>
      )}
      {error !== undefined && <Failure error={error} />}
    </li>
  );
}
