/** Start page: first steps, plan usage and recent work. */
import { isWaiting, Loading, Show, useRead } from '../common/parts.tsx';
import { toCount, toRelative } from '../common/workspace.ts';
import { ReleaseTable } from './releases/list.tsx';
import { ResultTable } from './results.tsx';
import { onStart, t } from './say.ts';
import type { Me } from './types.ts';

const LATEST = 5;

export function Start() {
  const me = useRead('/auth/me');
  const results = useRead(`/api/results?limit=${LATEST}`);
  const releases = useRead(`/api/press-release?per_page=${LATEST}`);
  const lists = useRead('/api/media/lists');
  const campaigns = useRead('/api/campaigns?per_page=1');
  // Nothing moves down for what comes later.
  if ([me, results, releases, lists, campaigns].some(isWaiting)) return <Loading />;
  return (
    <>
      <Show loaded={me}>
        {({ company: { sender }, usage }) => (
          <>
            <Checklist
              isKnown={sender.email !== null && sender.postal_address !== null}
              hasResult={(results.data?.items.length ?? 0) > 0}
              hasRelease={(releases.data?.items.length ?? 0) > 0}
              hasList={(lists.data?.items.length ?? 0) > 0}
              hasCampaign={(campaigns.data?.items.length ?? 0) > 0}
            />
            <p class="actions">
              <a class="button short" href="/app/analyse">
                {t('newAnalysis')}
              </a>
              <a class="button second short" href="/app/releases?id=new">
                {t('newRelease')}
              </a>
            </p>
            <UsageMeter usage={usage} />
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

function UsageMeter({ usage }: { usage: Me['usage'] }) {
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

interface ListProps {
  /** The company has said as whom it sends. */
  isKnown: boolean;
  hasResult: boolean;
  hasRelease: boolean;
  hasList: boolean;
  hasCampaign: boolean;
}

/** The whole way from a text to what came of it; gone once each step was taken. */
function Checklist({ isKnown, hasResult, hasRelease, hasList, hasCampaign }: ListProps) {
  const steps = [
    ['stepAnalyse', hasResult, '/app/analyse'],
    ['stepRelease', hasRelease, '/app/releases?id=new'],
    ['stepCompany', isKnown, '/app/company'],
    ['stepMedia', hasList, '/app/media'],
    ['stepCampaign', hasCampaign, '/app/campaigns'],
  ] as const;
  const next = steps.find(([, isDone]) => !isDone);
  if (!next) return null;
  const done = steps.filter(([, isDone]) => isDone).length;
  return (
    <section>
      <h2>
        {onStart('checklist')}{' '}
        <span class="note amount">{onStart('stepsDone', { done: toCount(done), total: toCount(steps.length) })}</span>
      </h2>
      <ol class="checklist">
        {steps.map(([word, isDone, href]) => (
          <li key={word} class={isDone ? 'done' : word === next[0] ? 'next' : undefined}>
            <span class="tick" aria-hidden="true">
              {isDone && '✓'}
            </span>
            {isDone ? onStart(word) : <a href={href}>{onStart(word)}</a>}
            {isDone && <span class="unseen">{onStart('done')}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
