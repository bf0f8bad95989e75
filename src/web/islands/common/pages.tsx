/** Lists that come a page at a time. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Failure } from './parts.tsx';
import { read, say, withQuery } from './workspace.ts';

interface Page<A> {
  items: A[];
  next_cursor: string | null;
}

type Filters = Readonly<Record<string, string | number | undefined>>;

export interface Paging<A> {
  items: A[];
  isBusy: boolean;
  hasMore: boolean;
  error: unknown;
  loadMore(): void;
  /** From the first page on. */
  reload(): void;
}

/** With a filter a page may be empty and have a next one. */
const EMPTY_PAGES_MAX = 5;

async function readPage<A>(path: string, filters: Filters, cursor: string): Promise<Page<A>> {
  let page = await read<Page<A>>(withQuery(path, { ...filters, cursor }));
  for (let i = 0; i < EMPTY_PAGES_MAX && page.items.length === 0 && page.next_cursor !== null; i++) {
    page = await read<Page<A>>(withQuery(path, { ...filters, cursor: page.next_cursor }));
  }
  return page;
}

export function usePages<A>(path: string, filters: Filters = {}): Paging<A> {
  const [items, setItems] = useState<A[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(true);
  const [error, setError] = useState<unknown>();
  const load = (after: string | null): void => {
    setBusy(true);
    setError(undefined);
    readPage<A>(path, filters, after ?? '')
      .then((page) => {
        setItems((before) => (after === null ? page.items : [...before, ...page.items]));
        setCursor(page.next_cursor);
      })
      .catch(setError)
      .finally(() => setBusy(false));
  };
  useEffect(() => load(null), [withQuery(path, filters)]);
  return { items, isBusy, hasMore: cursor !== null, error, loadMore: () => load(cursor), reload: () => load(null) };
}

interface PageListProps<A> {
  paging: Paging<A>;
  /** Shown when there is nothing. */
  empty: string;
  children: (items: A[]) => ComponentChildren;
}

export function PageList<A>({ paging, empty, children }: PageListProps<A>) {
  const { items, isBusy, hasMore, error, loadMore } = paging;
  return (
    <>
      {items.length > 0 && children(items)}
      {items.length === 0 && !isBusy && error === undefined && <p>{empty}</p>}
      {error !== undefined && <Failure error={error} retry={loadMore} />}
      {isBusy && (
        <p class="note loading" role="status">
          {say('loading')}
        </p>
      )}
      {hasMore && !isBusy && (
        <button class="second short" type="button" onClick={loadMore}>
          {say('more')}
        </button>
      )}
    </>
  );
}
