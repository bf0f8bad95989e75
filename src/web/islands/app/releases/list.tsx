/** The releases of the company, by words and state. */
import { useState } from 'preact/hooks';
import { Field, FilterForm, Select } from '../../common/forms.tsx';
import { NumberedPages } from '../../common/numbered-pages.tsx';
import { AgoCell, CardTable, Failure, Show, takeForm, useAction, useRead } from '../../common/parts.tsx';
import { ask, withQuery } from '../../common/workspace.ts';
import { Score } from '../quality.tsx';
import { onReleases, t } from '../say.ts';
import type { Release, ReleaseStatus } from '../types.ts';

const PAGE = 30;
const STATES: readonly ReleaseStatus[] = ['draft', 'ready', 'embargoed', 'published'];

export function ReleaseList() {
  const query = new URLSearchParams(location.search);
  const [q, status] = [query.get('q') ?? '', query.get('status') ?? ''];
  const page = Number(query.get('page') ?? 1);
  const reading = useRead(withQuery('/api/press-release', { q, status, page, per_page: PAGE }));
  return (
    <>
      <p>
        <a class="button short" href="/app/releases?id=new">
          {t('newRelease')}
        </a>
      </p>
      <FilterForm>
        <Field label={onReleases('search')} name="q" type="search" defaultValue={q} maxLength={200} />
        <Select
          label={t('state')}
          name="status"
          value={status}
          choices={STATES.map((name) => [name, t(name)] as const)}
          hasAll
        />
      </FilterForm>
      <Show loaded={reading}>
        {({ items, pages }) => (
          <>
            {items.length === 0 ? <p>{onReleases('noReleases')}</p> : <ReleaseTable releases={items} />}
            <NumberedPages path="/app/releases" filters={{ q, status }} page={page} pages={pages} />
          </>
        )}
      </Show>
      <GenerateForm />
    </>
  );
}

export function ReleaseTable({ releases }: { releases: readonly Release[] }) {
  return (
    <CardTable heads={[t('headline'), t('state'), t('nq'), t('date')]}>
      {releases.map(({ press_release_id: id, title, status, nq_score, nq_stale, updated_at }) => (
        <tr key={id}>
          <th scope="row">
            <a href={`/app/releases?id=${id}`}>{title || t('untitled')}</a>
          </th>
          <td>
            <span class={status === 'published' ? 'tag good' : 'tag'}>{t(status)}</span>
          </td>
          <td>
            <Score score={nq_score} isStale={nq_stale} />
          </td>
          <AgoCell at={updated_at} />
        </tr>
      ))}
    </CardTable>
  );
}

const FIELDS = [
  ['company_name', 'companyName'],
  ['product_name', 'productName'],
  ['target_audience', 'audience'],
] as const;

function GenerateForm() {
  const { isBusy, error, run } = useAction();
  const [isOpen, setOpen] = useState(false);
  const generate = takeForm((form) => {
    run(async () => {
      const lines = String(form.get('features')).split('\n');
      const features = lines.map((line) => line.trim()).filter((line) => line !== '');
      const texts = Object.fromEntries(FIELDS.map(([name]) => [name, String(form.get(name))]));
      const made = await ask('POST', '/api/press-release/generate', { ...texts, features });
      location.assign(`/app/releases?id=${made.press_release_id}`);
    });
  });
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{onReleases('fromForm')}</summary>
      <p class="note">{onReleases('formNote')}</p>
      <form onSubmit={generate}>
        {FIELDS.map(([name, word]) => (
          <div key={name} class="field">
            <label for={name}>{onReleases(word)}</label>
            <input id={name} name={name} maxLength={500} required />
          </div>
        ))}
        <label for="features">{onReleases('features')}</label>
        <textarea id="features" class="prose" name="features" rows={5} required />
        <p class="actions">
          <button class="short" type="submit" disabled={isBusy}>
            {onReleases('generate')}
          </button>
          <span class="note" role="status">
            {isBusy && onReleases('generating')}
          </span>
        </p>
        {error !== undefined && <Failure error={error} />}
      </form>
    </details>
  );
}
