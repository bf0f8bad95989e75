/** The call log, with its filters in the address. */
import { useEffect, useState } from 'preact/hooks';
import { Failure } from '../common/parts.tsx';
import { read } from '../common/workspace.ts';
import { CallTable } from './call-table.tsx';
import { type Call, type CallPage, facts, t, withMode } from './facts.ts';

const OUTCOMES = ['settled', 'refunded', 'refused', 'running'] as const;
const FILTERS = ['outcome', 'tool', 'keyId', 'day'] as const;
const PAGE = 50;
const EMPTY_PAGES_MAX = 5;

type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

function readFilters(): Filters {
  const query = new URLSearchParams(location.search);
  return Object.fromEntries(FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));
}

export function CallLog() {
  const [filters] = useState(readFilters);
  const { calls, hasMore, isBusy, error, loadMore } = useCalls(filters);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <FilterForm filters={filters} />
      {calls.length > 0 && <CallTable calls={calls} />}
      {calls.length === 0 && !hasMore && !isBusy && error === undefined && (
        <p>
          {t(isFiltered ? 'noMatches' : 'noCalls')} {!isFiltered && <a href="/tools">{t('tryTool')}</a>}
        </p>
      )}
      {error !== undefined && <Failure error={error} retry={loadMore} />}
      {isBusy && <p class="note loading">{t('loading')}</p>}
      {hasMore && !isBusy && (
        <button class="second short" type="button" onClick={loadMore}>
          {t('more')}
        </button>
      )}
    </>
  );
}

function useCalls(filters: Filters) {
  const [calls, setCalls] = useState<Call[]>([]);
  const [cursor, setCursor] = useState<string | null>('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const loadMore = (): void => {
    setBusy(true);
    setError(undefined);
    readPage(filters, cursor ?? '')
      .then((page) => {
        setCalls((before) => [...before, ...page.calls]);
        setCursor(page.nextCursor);
      })
      .catch(setError)
      .finally(() => setBusy(false));
  };
  useEffect(loadMore, []);
  return { calls, hasMore: cursor !== null && cursor !== '', isBusy, error, loadMore };
}

/** With a filter a page may be empty and have a next one: then that one, a few times. */
async function readPage(filters: Filters, cursor: string): Promise<CallPage> {
  let page = await read<CallPage>(withMode('/api/account/calls', { ...filters, limit: PAGE, cursor }));
  for (let i = 0; i < EMPTY_PAGES_MAX && page.calls.length === 0 && page.nextCursor !== null; i++) {
    const next = { ...filters, limit: PAGE, cursor: page.nextCursor };
    page = await read<CallPage>(withMode('/api/account/calls', next));
  }
  return page;
}

function FilterForm({ filters }: { filters: Filters }) {
  return (
    <form class="filters" method="get">
      {facts.isMember && <input type="hidden" name="mode" value={facts.mode} />}
      {filters.keyId && <input type="hidden" name="keyId" value={filters.keyId} />}
      <label>
        <span>{t('outcome')}</span>
        <select name="outcome" defaultValue={filters.outcome}>
          <option value="">{t('all')}</option>
          {OUTCOMES.map((name) => (
            <option key={name} value={name} selected={name === filters.outcome}>
              {t(name)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{t('tool')}</span>
        <input name="tool" defaultValue={filters.tool} maxLength={100} />
      </label>
      <label>
        <span>{t('day')}</span>
        <input name="day" type="date" defaultValue={filters.day} />
      </label>
      <button class="second" type="submit">
        {t('filter')}
      </button>
    </form>
  );
}
