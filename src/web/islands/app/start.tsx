/** Where one begins: first steps, what is used of the plan, and the latest. */
import { Show, useRead } from '../common/parts.tsx';
import { toCount, toRelative } from '../common/workspace.ts';
import { ReleaseTable } from './release-list.tsx';
import { ResultTable } from './results.tsx';
import { onStart, t } from './say.ts';
import type { Me, ReleasePage, ResultPage } from './types.ts';

const LATEST = 5;

export function Start() {
  const me = useRead<Me>('/auth/me');
  const results = useRead<ResultPage>(`/api/results?limit=${LATEST}`);
  const releases = useRead<ReleasePage>(`/api/press-release?per_page=${LATEST}`);
  return (
    <>
      <p class="actions">
        <a class="button short" href="/app/analyse">
          {t('newAnalysis')}
        </a>
        <a class="button second short" href="/app/releases?id=new">
          {t('newRelease')}
        </a>
      </p>
      <Show loaded={me}>
        {(found) => (
          <>
            <UsageMeter me={found} />
            <Checklist
              steps={[
                ['stepCompany', found.company.sender.email !== null, '/app/company'],
                ['stepAnalyse', (results.data?.items.length ?? 0) > 0, '/app/analyse'],
                ['stepRelease', (releases.data?.items.length ?? 0) > 0, '/app/releases?id=new'],
              ]}
            />
          </>
        )}
      </Show>
      <section>
        <h2>{onStart('latestResults')}</h2>
        <Show loaded={results}>
          {({ items }) => (items.length === 0 ? <p>{onStart('noResults')}</p> : <ResultTable rows={items} />)}
        </Show>
      </section>
      <section>
        <h2>{onStart('latestReleases')}</h2>
        <Show loaded={releases}>
          {({ items }) => (items.length === 0 ? <p>{onStart('noReleases')}</p> : <ReleaseTable releases={items} />)}
        </Show>
      </section>
    </>
  );
}

function UsageMeter({ me: { usage } }: { me: Me }) {
  const { analyses_used: used, analyses_limit: limit, resets_at } = usage;
  return (
    <section>
      <h2 id="usage">{onStart('usage')}</h2>
      <meter class="long" aria-labelledby="usage" min={0} max={limit} value={used} high={limit * 0.9} />
      <p class="note">
        {onStart('usageOf', { used: toCount(used), limit: toCount(limit) })} ·{' '}
        {onStart('renewed', { at: toRelative(resets_at) })}
      </p>
    </section>
  );
}

type Step = readonly [word: 'stepCompany' | 'stepAnalyse' | 'stepRelease', isDone: boolean, href: string];

function Checklist({ steps }: { steps: readonly Step[] }) {
  if (steps.every(([, isDone]) => isDone)) return null;
  return (
    <section>
      <h2>{onStart('checklist')}</h2>
      <ol class="steps">
        {steps.map(([word, isDone, href]) => (
          <li key={word} class={isDone ? 'done' : undefined}>
            {isDone ? onStart(word) : <a href={href}>{onStart(word)}</a>}
            {isDone && <span class="tag good">{onStart('done')}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
