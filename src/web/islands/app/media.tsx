/** Media: searched, recommended for a release with reasons, and kept on lists. */
import { useState } from 'preact/hooks';
import { Back } from '../common/back.tsx';
import { Field, FilterForm, Select } from '../common/forms.tsx';
import { NumberedPages } from '../common/numbered-pages.tsx';
import { Show, useRead, useSent } from '../common/parts.tsx';
import { sayKind, toCount, withQuery } from '../common/workspace.ts';
import { Lists, ListTray, OpenList } from './media-lists.tsx';
import { MediaTable } from './media-table.tsx';
import { onMedia, t } from './say.ts';

const PAGE = 30;
const RECOMMENDED = 30;
const FACETS = ['type', 'prefecture', 'industry'] as const;
/** Fields whose values are keys. */
const KINDS: Readonly<Record<string, string>> = { type: 'type', industry: 'field' };

export function Media() {
  const query = new URLSearchParams(location.search);
  const [list, release] = [query.get('list'), query.get('release')];
  if (list !== null) return <OpenList id={list} />;
  return release === null ? <MediaSearch query={query} /> : <RecommendedMedia releaseId={Number(release)} />;
}

interface MediaChoice {
  ids: ReadonlySet<number>;
  choose: (ids: ReadonlySet<number>) => void;
  clear: () => void;
}

function useChosen(): MediaChoice {
  const [ids, choose] = useState<ReadonlySet<number>>(new Set());
  return { ids, choose, clear: () => choose(new Set()) };
}

function MediaSearch({ query }: { query: URLSearchParams }) {
  const asked = Object.fromEntries(['q', ...FACETS].map((name) => [name, query.get(name) ?? '']));
  const page = Number(query.get('page') ?? 1);
  const reading = useRead(withQuery('/api/media/search', { ...asked, page, per_page: PAGE }));
  const lists = useRead('/api/media/lists');
  const { ids: chosen, choose, clear } = useChosen();
  return (
    <>
      <ReleaseChoice />
      <Lists lists={lists} />
      <h2>{onMedia('searchAll')}</h2>
      <FilterForm label={onMedia('find')}>
        <Field label={onMedia('search')} name="q" type="search" defaultValue={asked.q} maxLength={500} />
        {FACETS.map((name) => (
          <FacetChoice key={name} name={name} value={asked[name] ?? ''} counts={reading.data?.facets[name] ?? {}} />
        ))}
      </FilterForm>
      <Show loaded={reading}>
        {({ items, total, pages }) => (
          <>
            <p class="note">{onMedia('found', { count: total })}</p>
            {items.length === 0 ? (
              <p>{onMedia('noMedia')}</p>
            ) : (
              <MediaTable rows={items.map((medium) => ({ medium }))} chosen={chosen} onChoose={choose} />
            )}
            <NumberedPages path="/app/media" filters={asked} page={page} pages={pages} />
          </>
        )}
      </Show>
      <ListTray lists={lists} chosen={chosen} onAdded={clear} />
    </>
  );
}

interface FacetProps {
  name: (typeof FACETS)[number];
  value: string;
  counts: Readonly<Record<string, number>>;
}

function FacetChoice({ name, value, counts }: FacetProps) {
  const choices =
    value === '' || value in counts ? Object.entries(counts) : [[value, 0] as const, ...Object.entries(counts)];
  return (
    <Select
      label={onMedia(name)}
      name={name}
      value={value}
      choices={choices.map(([choice, count]) => {
        const text = KINDS[name] === undefined ? choice : sayKind(KINDS[name], choice);
        return [choice, `${text} (${toCount(count)})`] as const;
      })}
      isNarrow
      hasAll
    />
  );
}

function ReleaseChoice() {
  const releases = useRead('/api/press-release?per_page=50').data?.items ?? [];
  if (releases.length === 0) return null;
  return (
    <form class="filters" method="get">
      <Select
        label={onMedia('forRelease')}
        name="release"
        choices={releases.map(({ press_release_id: id, title }) => [id, title || t('untitled')] as const)}
      />
      <button type="submit">{onMedia('recommend')}</button>
    </form>
  );
}

function RecommendedMedia({ releaseId }: { releaseId: number }) {
  const release = useRead(`/api/press-release/${releaseId}`);
  const reading = useSent('/api/media/recommend', {
    press_release_id: releaseId,
    top_k: RECOMMENDED,
    include_reasons: true,
  });
  const lists = useRead('/api/media/lists');
  const { ids: chosen, choose, clear } = useChosen();
  return (
    <>
      <Back href="/app/media" list={t('media')} title={onMedia('recommended')} />
      <h2>{onMedia('recommended')}</h2>
      <Show loaded={release}>
        {({ title }) => (
          <p class="headline">
            <a href={`/app/releases?id=${releaseId}`}>{title || t('untitled')}</a>
          </p>
        )}
      </Show>
      <Show loaded={reading}>
        {({ items, excluded }) => (
          <>
            {items.length === 0 ? (
              <p>{onMedia('noMedia')}</p>
            ) : (
              <MediaTable
                rows={items.map((one) => ({ medium: one.media, recommendation: one }))}
                chosen={chosen}
                onChoose={choose}
              />
            )}
            <ExcludedNote excluded={excluded} />
          </>
        )}
      </Show>
      <ListTray lists={lists} chosen={chosen} releaseId={releaseId} onAdded={clear} />
    </>
  );
}

function ExcludedNote({ excluded }: { excluded: Readonly<Record<string, number>> }) {
  const parts = Object.entries(excluded).filter(([, count]) => count > 0);
  if (parts.length === 0) return null;
  const text = parts.map(([why, count]) => t('countOf', { count: count, name: sayKind('out', why) })).join(t('comma'));
  return <p class="note">{onMedia('excluded', { text })}</p>;
}
