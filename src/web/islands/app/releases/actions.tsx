/** Actions on a saved press release. */
import { useState } from 'preact/hooks';
import { Failure, Id, SureButton, useAction } from '../../common/parts.tsx';
import { ask, toExact } from '../../common/workspace.ts';
import { onReleases, t } from '../say.ts';
import type { Release, ReleaseStatus } from '../types.ts';
import { PublishButton } from './publish.tsx';

interface ActionProps {
  release: Release;
  isSaved: boolean;
  /** Pictures without alt text. */
  missingAlt: number;
  onChange: (release: Release) => void;
}

export function ReleaseActions({ release, isSaved, missingAlt, onChange }: ActionProps) {
  const { press_release_id: id, status, title, body, article_id, embargo_until } = release;
  const [better, setBetter] = useState<number>();
  const [isOptimising, setOptimising] = useState(false);
  const { isBusy, error, run } = useAction();
  const path = `/api/press-release/${id}` as const;
  const move = (next: ReleaseStatus): void =>
    run(async () => onChange(await ask('PUT', path, { status: next, version: release.version })));
  const optimise = (): void =>
    run(async () => {
      setOptimising(true);
      try {
        const made = await ask('POST', '/api/press-release/optimize', { draft: `${title}\n\n${body}` });
        setBetter(made.press_release_id);
      } finally {
        setOptimising(false);
      }
    });
  return (
    <section>
      <p>
        <span class={status === 'published' ? 'tag good' : 'tag'}>{t(status)}</span>{' '}
        {status === 'published' && (
          <>
            {onReleases('publicAt')}{' '}
            <Id id={`${location.origin}/v1/articles/${article_id}`}>
              <a href={`/v1/articles/${article_id}`}>/v1/articles/{article_id}</a>
            </Id>
          </>
        )}
        {embargo_until !== null && (
          <span class="note">{onReleases('underEmbargo', { at: toExact(embargo_until) })}</span>
        )}
      </p>
      <p class="actions">
        {status !== 'published' && (
          <PublishButton release={release} isSaved={isSaved} missingAlt={missingAlt} onChange={onChange} />
        )}
        {status === 'draft' && (
          <button class="second short" type="button" disabled={isBusy} onClick={() => move('ready')}>
            {onReleases('markReady')}
          </button>
        )}
        <a class="button second short" href={`${path}/pdf`} download>
          {onReleases('pdf')}
        </a>
        <button class="second short" type="button" disabled={isBusy} onClick={optimise}>
          {onReleases('optimise')}
        </button>
      </p>
      <p role="status" class="note">
        {isOptimising && onReleases('optimising')}
        {better !== undefined && (
          <>
            {onReleases('optimised')} <a href={`/app/releases?id=${better}`}>{onReleases('openBetter')}</a>
          </>
        )}
      </p>
      {error !== undefined && <Failure error={error} />}
      <Ways release={release} />
      <Undoing release={release} onChange={onChange} />
    </section>
  );
}

/** Links to the next steps. */
function Ways({ release: { press_release_id: id, article_id } }: { release: Release }) {
  return (
    <>
      <h2>{onReleases('goOn')}</h2>
      <p class="actions">
        <a class="button second short" href={`/app/media?release=${id}`}>
          {onReleases('recommend')}
        </a>
        <a class="button second short" href={`/app/articles?id=${article_id}`}>
          {onReleases('translations')}
        </a>
      </p>
    </>
  );
}

/** Actions that delete something. */
function Undoing({ release, onChange }: Pick<ActionProps, 'release' | 'onChange'>) {
  const { press_release_id: id, status, version } = release;
  const path = `/api/press-release/${id}` as const;
  return (
    <p class="actions quiet">
      {status !== 'draft' && (
        <SureButton
          label={onReleases(status === 'published' ? 'takeBack' : 'markDraft')}
          {...(status === 'published' ? { question: onReleases('takeBackSure') } : {})}
          act={async () => onChange(await ask('PUT', path, { status: 'draft', version }))}
        />
      )}
      <SureButton
        label={onReleases('deleteRelease')}
        question={onReleases('deleteSure')}
        isDanger
        act={async () => {
          await ask('DELETE', path);
          location.assign('/app/releases');
        }}
      />
    </p>
  );
}
