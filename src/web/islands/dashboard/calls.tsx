/** The call log, with its filters in the address. */
import { useState } from 'preact/hooks';
import { PageList, usePages } from '../common/pages.tsx';
import { CallTable } from './call-table.tsx';
import { facts, ownMode, t } from './facts.ts';

const OUTCOMES = ['settled', 'refunded', 'refused', 'running'] as const;
const FILTERS = ['outcome', 'tool', 'keyId', 'day'] as const;
const PAGE = 50;

type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

function readFilters(): Filters {
  const query = new URLSearchParams(location.search);
  return Object.fromEntries(FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));
}

export function CallLog() {
  const [filters] = useState(readFilters);
  const paging = usePages('/api/account/calls', { ...filters, ...ownMode, limit: PAGE });
  const isFiltered = Object.keys(filters).length > 0;
  const empty = (
    <>
      {t(isFiltered ? 'noMatches' : 'noCalls')} {!isFiltered && <a href="/tools">{t('tryTool')}</a>}
    </>
  );
  return (
    <>
      <FilterForm filters={filters} />
      <PageList paging={paging} empty={empty}>
        {(calls) => <CallTable calls={calls} />}
      </PageList>
    </>
  );
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
