/** Lists that come a page at a time. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Answer, ItemOf } from './answers.ts';
import { Failure, Loading } from './parts.tsx';
import { read, say, withQuery } from './workspace.ts';

interface Page<A> {
  items: A[];
  next: string | null;
}

/** The account's log and the lists of the newsroom and of operators. */
interface PageAnswer<A> {
  items?: A[];
  calls?: A[];
  next_cursor?: string | null;
  nextCursor?: string | null;
}

type ItemAt<P extends string> = ItemOf<Answer<'GET', P>>;

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
  let next: string | null = cursor;
  for (let i = 0; ; i++) {
    const { items, calls, next_cursor, nextCursor }: PageAnswer<A> = await read<string, PageAnswer<A>>(
      withQuery(path, { ...filters, cursor: next }),
    );
    const found = items ?? calls ?? [];
    next = next_cursor ?? nextCursor ?? null;
    if (found.length > 0 || next === null || i === EMPTY_PAGES_MAX) return { items: found, next };
  }
}

export function usePages<P extends string>(path: P, filters: Filters = {}): Paging<ItemAt<P>> {
  const [items, setItems] = useState<ItemAt<P>[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(true);
  const [error, setError] = useState<unknown>();
  const load = (after: string | null): void => {
    setBusy(true);
    setError(undefined);
    readPage<ItemAt<P>>(path, filters, after ?? '')
      .then((page) => {
        setItems((before) => (after === null ? page.items : [...before, ...page.items]));
        setCursor(page.next);
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
  empty: ComponentChildren;
  children: (items: A[]) => ComponentChildren;
}

export function PageList<A>({ paging, empty, children }: PageListProps<A>) {
  const { items, isBusy, hasMore, error, loadMore } = paging;
  return (
    <>
      {items.length > 0 && children(items)}
      {items.length === 0 && !hasMore && !isBusy && error === undefined && <p>{empty}</p>}
      {error !== undefined && <Failure error={error} retry={loadMore} />}
      {isBusy && <Loading />}
      {hasMore && !isBusy && (
        <button class="second short" type="button" onClick={loadMore}>
          {say('more')}
        </button>
      )}
    </>
  );
}
