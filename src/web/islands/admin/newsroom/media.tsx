/** The media database: in numbers, filled from files, read from the pages of media. */
import { useState } from 'preact/hooks';
import type { Output } from '../../common/answers.ts';
import { usePoll } from '../../common/job.tsx';
import { Ago, Failure, Figure, Show, takeForm, useAction, useRead } from '../../common/parts.tsx';
import { ask, sayKind, toCount } from '../../common/workspace.ts';
import { t } from '../facts.ts';
import { JobRow } from './job-row.tsx';
import { CountList } from './report.tsx';
import { n } from './words.ts';

type ImportAnswer = Output<'admin-media-import'>;

const TOTALS = [
  ['total', 'inAll'],
  ['deliverable', 'deliverable'],
  ['with_email', 'withEmail'],
  ['suppressed', 'suppressedMedia'],
  ['refusing', 'refusing'],
  ['stale_over_180d', 'stale'],
  ['embedded', 'embedded'],
] as const;
const JOBS = [
  ['media-scan', 'scanMedia', '/admin/media/scan'],
  ['media-embed', 'embedMedia', '/admin/media/embed'],
] as const;
const GROUPS = [
  ['by_type', 'byType', 'type'],
  ['by_prefecture', 'byPlace', null],
  ['by_industry', 'byField', 'field'],
] as const;
const LISTED = 10;

export function MediaDatabase() {
  const stats = useRead('/admin/media/stats');
  const poll = usePoll('/admin/pipeline-status', ({ jobs }) => JOBS.some(([name]) => jobs[name]?.running === true));
  return (
    <>
      <Show loaded={stats}>
        {(found) => (
          <dl class="figures">
            {TOTALS.map(([name, word]) => (
              <Figure key={name} name={n(word)}>
                {toCount(found[name])}
              </Figure>
            ))}
          </dl>
        )}
      </Show>
      <section>
        {poll.error !== undefined && <Failure error={poll.error} retry={poll.poke} />}
        <ul class="rows">
          {JOBS.map(([name, word, path]) => {
            const progress = poll.data?.jobs[name];
            return progress && <JobRow key={name} name={n(word)} progress={progress} path={path} onStart={poll.poke} />;
          })}
        </ul>
      </section>
      <ImportForm last={stats.data?.last_import?.at} onDone={stats.reload} />
      {stats.data && (
        <div class="columns three">
          {GROUPS.map(([name, word, kind]) => (
            <CountList
              key={name}
              title={n(word)}
              rows={Object.entries(stats.data?.[name] ?? {})
                .slice(0, LISTED)
                .map(([key, count]) => [kind === null ? key : sayKind(kind, key), count])}
            />
          ))}
        </div>
      )}
    </>
  );
}

function ImportForm({ last, onDone }: { last: string | undefined; onDone: () => void }) {
  const [answer, setAnswer] = useState<ImportAnswer>();
  const { isBusy, error, run } = useAction();
  const load = takeForm((form) => {
    run(async () => {
      const path = String(form.get('path')).trim();
      setAnswer(await ask('POST', '/admin/media/import', { json_path: path }));
      onDone();
    });
  });
  const { warnings: _warnings, ...counts } = answer ?? { warnings: [] };
  return (
    <section>
      <h2>{n('importFile')}</h2>
      <form class="filters" onSubmit={load}>
        <label>
          <span>{n('importPath')}</span>
          <input name="path" placeholder="media.json" maxLength={500} required />
        </label>
        <button type="submit" disabled={isBusy}>
          {isBusy ? t('loading') : n('importNow')}
        </button>
      </form>
      {last !== undefined && (
        <p class="note">
          {t('lastRunAt')} <Ago at={last} />
        </p>
      )}
      {error !== undefined && <Failure error={error} />}
      {answer && counts && (
        <div role="status">
          <p>{n('importCounts', { ...counts, errors: answer.errors.length })}</p>
          <ul class="lints">
            {answer.errors.map(({ index, loc, msg }) => (
              <li key={`${index} ${loc.join('.')}`} class="error">
                {n('entry', { index })}: {loc.join('.')} {msg}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
