/** What can be done with a release that is kept. */
import { useState } from 'preact/hooks';
import { Failure, SureButton, useAction } from '../common/parts.tsx';
import { ask } from '../common/workspace.ts';
import { onReleases, t } from './say.ts';
import type { Release, ReleaseStatus } from './types.ts';

interface ActionProps {
  release: Release;
  isSaved: boolean;
  onChange: (release: Release) => void;
}

export function ReleaseActions({ release, isSaved, onChange }: ActionProps) {
  const { press_release_id: id, status, title, body } = release;
  const [better, setBetter] = useState<number>();
  const { isBusy, error, run } = useAction();
  const path = `/api/press-release/${id}`;
  const move = (next: ReleaseStatus): void =>
    run(async () => onChange(await ask<Release>('PUT', path, { status: next, version: release.version })));
  const publish = (): void =>
    run(async () => {
      await ask('POST', '/api/publish-to-aeo', { press_release_id: id });
      onChange(await ask<Release>('GET', path));
    });
  const optimise = (): void =>
    run(async () => {
      const made = await ask<Release>('POST', '/api/press-release/optimize', { draft: `${title}\n\n${body}` });
      setBetter(made.press_release_id);
    });
  return (
    <section>
      <p>
        {t('state')}: <span class={status === 'published' ? 'tag good' : 'tag'}>{t(status)}</span>
      </p>
      <p class="actions">
        <a class="button second short" href={`${path}/pdf`} download>
          {onReleases('pdf')}
        </a>
        <button class="second short" type="button" disabled={isBusy} onClick={optimise}>
          {onReleases('optimise')}
        </button>
        {status === 'draft' && (
          <button class="second short" type="button" disabled={isBusy} onClick={() => move('ready')}>
            {onReleases('markReady')}
          </button>
        )}
        {status !== 'draft' && (
          <button class="second short" type="button" disabled={isBusy} onClick={() => move('draft')}>
            {onReleases(status === 'published' ? 'takeBack' : 'markDraft')}
          </button>
        )}
        {status !== 'published' && (
          <button class="short" type="button" disabled={isBusy || !isSaved} onClick={publish}>
            {onReleases('publish')}
          </button>
        )}
        <SureButton
          label={onReleases('deleteRelease')}
          act={async () => {
            await ask('DELETE', path);
            location.assign('/app/releases');
          }}
        />
      </p>
      {better !== undefined && (
        <p role="status">
          {onReleases('optimised')} <a href={`/app/releases?id=${better}`}>#{better}</a>
        </p>
      )}
      <Ways release={release} />
      {error !== undefined && <Failure error={error} />}
    </section>
  );
}

/** Where one goes on with it. */
function Ways({ release: { press_release_id: id, article_id, status } }: { release: Release }) {
  return (
    <>
      <p class="links">
        <a href={`/app/media?release=${id}`}>{onReleases('recommend')}</a>
        <a href={`/app/articles?id=${article_id}`}>{onReleases('translations')}</a>
      </p>
      {status === 'published' && (
        <p>
          {onReleases('publicAt')} <a href={`/v1/articles/${article_id}`}>/v1/articles/{article_id}</a>
        </p>
      )}
    </>
  );
}
