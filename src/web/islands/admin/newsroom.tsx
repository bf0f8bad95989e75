/** Where articles come from, and what happens to them. */
import { useState } from 'preact/hooks';
import { usePoll } from '../common/job.tsx';
import { Ago, CardTable, Failure, Show, SureButton, useAction, useRead } from '../common/parts.tsx';
import { ask, toCount } from '../common/workspace.ts';
import { type Pipeline, type Progress, type StartAnswer, t } from './facts.ts';

/** What can be started, by its job. */
const STARTS: Readonly<Record<string, string>> = {
  scrape: '/admin/scrape-now',
  analyze: '/admin/run-analyze',
  push: '/admin/run-push',
  pipeline: '/admin/run-pipeline',
};

export function Newsroom() {
  const poll = usePoll<Pipeline>(
    '/admin/pipeline-status',
    ({ running, jobs }) => running || Object.values(jobs).some((job) => job.running),
  );
  return (
    <>
      <section>
        <h2>{t('pipeline')}</h2>
        {poll.error !== undefined && <Failure error={poll.error} retry={poll.poke} />}
        <ul class="rows">
          {Object.entries(poll.data?.jobs ?? {}).map(([name, progress]) => (
            <JobRow key={name} name={name} progress={progress} onStart={poll.poke} />
          ))}
        </ul>
      </section>
      <Sources />
    </>
  );
}

function JobRow({ name, progress, onStart }: { name: string; progress: Progress; onStart: () => void }) {
  const { running, total, done, current, finished_at, last_error } = progress;
  const [said, setSaid] = useState<'started' | 'runsAlready'>();
  const { isBusy, error, run } = useAction();
  const path = STARTS[name];
  const start = (to: string): void =>
    run(async () => {
      const { already_running } = await ask<StartAnswer>('POST', to, {});
      setSaid(already_running ? 'runsAlready' : 'started');
      onStart();
    });
  return (
    <li class="job">
      <strong>{name}</strong> <span class={running ? 'tag caution' : 'tag'}>{t(running ? 'running' : 'idle')}</span>
      {running ? (
        <>
          <progress aria-label={name} max={Math.max(total, 1)} value={done} />
          <span class="note">
            {t('progress', { done: toCount(done), total: toCount(total) })} {current}
          </span>
        </>
      ) : (
        <span class="note">
          {t('lastRun')}: <Ago at={finished_at} />
          {finished_at && ` (${t('progress', { done: toCount(done), total: toCount(total) })})`}
        </span>
      )}
      {last_error && <span class="fault">{last_error}</span>}
      {path && (
        <button class="second short" type="button" disabled={isBusy || running} onClick={() => start(path)}>
          {t('run')}
        </button>
      )}
      {said && (
        <span role="status" class="note">
          {t(said)}
        </span>
      )}
      {error !== undefined && <Failure error={error} />}
    </li>
  );
}

interface Source {
  source_type: string;
  name: string;
  status: string;
  health: string;
  health_reason: string | null;
  last_success_at: string | null;
  landed_7d: number;
  last_error: string | null;
}

const TONES: Readonly<Record<string, string>> = {
  healthy: 'good',
  failing: 'bad',
  degraded: 'caution',
  late: 'caution',
};

function Sources() {
  const reading = useRead<{ items: Source[] }>('/admin/sources');
  return (
    <section>
      <h2>{t('sources')}</h2>
      <Show loaded={reading}>
        {({ items }) => (
          <CardTable heads={[t('source'), t('health'), t('landed'), t('lastRun'), t('state')]}>
            {items.map((source) => (
              <SourceRow key={source.source_type} source={source} onChange={reading.reload} />
            ))}
          </CardTable>
        )}
      </Show>
    </section>
  );
}

function SourceRow({ source, onChange }: { source: Source; onChange: () => void }) {
  const { source_type: type, name, status, health, health_reason, landed_7d, last_success_at, last_error } = source;
  const next = status === 'active' ? 'paused' : 'active';
  const change = async (): Promise<void> => {
    await ask('PUT', `/admin/sources/${encodeURIComponent(type)}`, { status: next });
    onChange();
  };
  return (
    <tr>
      <th scope="row">
        {name}
        {last_error && <p class="note">{last_error}</p>}
      </th>
      <td data-label={t('health')}>
        <span class={`tag ${TONES[health] ?? ''}`} title={health_reason ?? undefined}>
          {health.replaceAll('_', ' ')}
        </span>
      </td>
      <td class="amount" data-label={t('landed')}>
        {toCount(landed_7d)}
      </td>
      <td data-label={t('lastRun')}>
        <Ago at={last_success_at} />
      </td>
      <td>
        <SureButton label={t(status === 'active' ? 'pause' : 'resume')} act={change} />
      </td>
    </tr>
  );
}
