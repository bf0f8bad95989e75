/** The call log, with its filters in the address. */
import { useState } from 'preact/hooks';
import { Field, FilterForm, Select } from '../common/forms.tsx';
import { PageList, usePages } from '../common/pages.tsx';
import { CallTable } from './call-table.tsx';
import { ownMode, t } from './facts.ts';

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
      <CallFilters filters={filters} />
      <PageList paging={paging} empty={empty}>
        {(calls) => <CallTable calls={calls} />}
      </PageList>
    </>
  );
}

function CallFilters({ filters }: { filters: Filters }) {
  return (
    <FilterForm hidden={{ ...ownMode, keyId: filters.keyId }}>
      <Select
        label={t('outcome')}
        name="outcome"
        value={filters.outcome}
        choices={OUTCOMES.map((name) => [name, t(name)] as const)}
        hasAll
      />
      <Field label={t('tool')} name="tool" defaultValue={filters.tool} maxLength={100} />
      <Field label={t('day')} name="day" type="date" defaultValue={filters.day} />
    </FilterForm>
  );
}
