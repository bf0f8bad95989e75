/** Article sources and the pipeline. */
import type { Item } from '../../common/answers.ts';
import { usePoll } from '../../common/job.tsx';
import { AgoCell, AmountCell, CardTable, Failure, Show, SureButton, useRead } from '../../common/parts.tsx';
import { ask, sayKind, toCount } from '../../common/workspace.ts';
import { t } from '../facts.ts';
import { type JobPath, JobRow } from './job-row.tsx';

/** Jobs that can be started. */
const STARTS: Readonly<Record<string, JobPath>> = {
  scrape: '/admin/scrape-now',
  analyze: '/admin/run-analyze',
  push: '/admin/run-push',
  pipeline: '/admin/run-pipeline',
};
/** Shown with the media. */
const ELSEWHERE: ReadonlySet<string> = new Set(['media-scan', 'media-embed']);

export function PipelineView() {
  const poll = usePoll(
    '/admin/pipeline-status',
    ({ running, jobs }) => running || Object.values(jobs).some((job) => job.running),
  );
  return (
    <>
      <section>
        <h2>{t('pipeline')}</h2>
        {poll.error !== undefined && <Failure error={poll.error} retry={poll.poke} />}
        <ul class="rows">
          {Object.entries(poll.data?.jobs ?? {})
            .filter(([name]) => !ELSEWHERE.has(name))
            .map(([name, progress]) => (
              <JobRow
                key={name}
                name={sayKind('job', name)}
                progress={progress}
                path={STARTS[name]}
                onStart={poll.poke}
              />
            ))}
        </ul>
      </section>
      <Sources />
    </>
  );
}

type Source = Item<'admin-sources'>;

const TONES: Readonly<Record<string, string>> = {
  healthy: 'good',
  failing: 'bad',
  degraded: 'caution',
  late: 'caution',
  silent: 'caution',
  rate_limited: 'caution',
};

/** Rows that need attention come first, disabled ones last. */
const RANKS: Readonly<Record<string, number>> = {
  failing: 0,
  degraded: 1,
  silent: 1,
  late: 1,
  rate_limited: 1,
  off: 3,
};
const rankHealth = ({ health }: Source): number => RANKS[health] ?? 2;

function Sources() {
  const reading = useRead('/admin/sources');
  return (
    <section>
      <h2>{t('sources')}</h2>
      <Show loaded={reading}>
        {({ items }) => (
          <CardTable heads={[t('source'), t('health'), t('landed'), t('lastRun'), t('state')]}>
            {[...items]
              .sort((a, b) => rankHealth(a) - rankHealth(b))
              .map((source) => (
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
        {last_error && <p class="note">{last_error.message}</p>}
      </th>
      <td data-label={t('health')}>
        <span class={`tag ${TONES[health] ?? ''}`}>{sayKind('health', health)}</span>
        {health_reason && health !== 'healthy' && health !== 'off' && <p class="note">{health_reason}</p>}
      </td>
      <AmountCell of={t('landed')}>{toCount(landed_7d)}</AmountCell>
      <AgoCell of={t('lastRun')} at={last_success_at} />
      <td>
        <SureButton label={t(status === 'active' ? 'pause' : 'resume')} act={change} />
      </td>
    </tr>
  );
}
