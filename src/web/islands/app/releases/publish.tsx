/** Publish dialog of a release; lists everything that blocks publication first. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { listUnfinished } from '../../../../text/unfinished.ts';
import { Failure, useAction } from '../../common/parts.tsx';
import { ask, toExact } from '../../common/workspace.ts';
import { onReleases, t } from '../say.ts';
import type { Release } from '../types.ts';

const QUOTED_MAX = 5;

interface PublishProps {
  release: Release;
  isSaved: boolean;
  missingAlt: number;
  onChange: (release: Release) => void;
}

export function PublishButton({ release, isSaved, missingAlt, onChange }: PublishProps) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, error, run } = useAction();
  const publish = (): void =>
    run(async () => {
      await ask('POST', '/api/publish-to-aeo', { press_release_id: release.press_release_id });
      onChange(await ask('GET', `/api/press-release/${release.press_release_id}`));
    });
  if (!isAsking) {
    return (
      <button class="short" type="button" disabled={isBusy || !isSaved} onClick={() => setAsking(true)}>
        {onReleases('publish')}
      </button>
    );
  }
  const { embargo_until: embargo, contact_info: contact, article_id: articleId } = release;
  const unfinished = listUnfinished([release.title, release.subtitle, release.body, contact].join('\n'));
  const isHeld = embargo !== null && Date.parse(embargo) > Date.now();
  return (
    <section class="preflight" aria-label={onReleases('publish')}>
      <h3>{onReleases('publishAsk')}</h3>
      <div role="status">
        <ul class="lints">
          <Check isFine={unfinished.length === 0} level="error" fine={onReleases('noUnfinished')}>
            {onReleases('unfinished', { marks: unfinished.slice(0, QUOTED_MAX).join(t('comma')) })}
          </Check>
          <Check isFine={(contact ?? '').trim() !== ''} level="warning" fine={onReleases('hasContact')}>
            {onReleases('noContact')} <a href="#contact">{onReleases('addContact')}</a>
          </Check>
          <Check isFine={missingAlt === 0} level="error" fine={onReleases('hasAlt')}>
            {onReleases('noAlt', { count: missingAlt })} <a href="#files">{onReleases('addAlt')}</a>
          </Check>
          <Check isFine={!isHeld} level="error" fine={onReleases('noEmbargo')}>
            {onReleases('held', { at: embargo === null ? '' : toExact(embargo) })}{' '}
            <a href="#embargo">{onReleases('changeEmbargo')}</a>
          </Check>
        </ul>
      </div>
      {!isHeld && <p class="note">{onReleases('publishEffect', { path: `/v1/articles/${articleId}` })}</p>}
      <p class="actions">
        <button class="short" type="button" disabled={isBusy || isHeld || missingAlt > 0 || !isSaved} onClick={publish}>
          {onReleases(unfinished.length > 0 ? 'publishAnyway' : 'publishNow')}
        </button>
        <button class="plain" type="button" onClick={() => setAsking(false)}>
          {t('cancel')}
        </button>
      </p>
      {error !== undefined && <Failure error={error} />}
    </section>
  );
}

interface CheckProps {
  isFine: boolean;
  level: 'error' | 'warning';
  /** What is said when it is. */
  fine: string;
  children: ComponentChildren;
}

function Check({ isFine, level, fine, children }: CheckProps) {
  return isFine ? <li class="fine">{fine}</li> : <li class={level}>{children}</li>;
}
