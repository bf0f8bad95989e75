/** The call log, with its filters in the address, and its export. */
import { useState } from 'preact/hooks';
import { saveFile, writeCsv } from '../common/csv.ts';
import { Field, FilterForm, Select } from '../common/forms.tsx';
import { PageList, usePages } from '../common/pages.tsx';
import { Failure, useAction } from '../common/parts.tsx';
import { read, toCount, withQuery } from '../common/workspace.ts';
import { CallTable } from './call-table.tsx';
import { type Call, measureCall, ownMode, t } from './facts.ts';
import { NamedCall } from './own-call.tsx';

const OUTCOMES = ['settled', 'refunded', 'refused', 'running'] as const;
const FILTERS = ['outcome', 'tool', 'keyId', 'from', 'to'] as const;
const PAGE = 50;
const EXPORT_PAGE = 200;
const EXPORT_CALLS_MAX = 10_000;

type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

/** `?day=` is the range of one day. */
function readFilters(): Filters {
  const query = new URLSearchParams(location.search);
  const day = query.get('day');
  const range = day ? { from: day, to: day } : {};
  return {
    ...range,
    ...Object.fromEntries(FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []))),
  };
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
      <NamedCall />
      <CallFilters filters={filters} />
      {paging.items.length > 0 && <ExportButton filters={filters} />}
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
      <Field label={t('fromDay')} name="from" type="date" defaultValue={filters.from} />
      <Field label={t('toDay')} name="to" type="date" defaultValue={filters.to} />
    </FilterForm>
  );
}

function ExportButton({ filters }: { filters: Filters }) {
  const { isBusy, error, run } = useAction();
  const [count, setCount] = useState(0);
  const save = (): void =>
    run(async () => {
      const calls = await readAll(filters, setCount);
      saveFile('calls.csv', writeCsv([HEADS, ...calls.map(writeRow)]), 'text/csv');
    });
  return (
    <p class="actions">
      <button class="second short" type="button" disabled={isBusy} onClick={save}>
        {t('exportCsv')}
      </button>
      <span class="note" role="status">
        {count > 0 && t('exported', { count: toCount(count) })}
      </span>
      {error !== undefined && <Failure error={error} />}
    </p>
  );
}

async function readAll(filters: Filters, onCount: (count: number) => void): Promise<Call[]> {
  const calls: Call[] = [];
  let cursor: string | null = '';
  while (cursor !== null && calls.length < EXPORT_CALLS_MAX) {
    const query: Record<string, string | number> = { ...filters, ...ownMode, limit: EXPORT_PAGE, cursor };
    const page: { calls: Call[]; nextCursor: string | null } = await read<
      string,
      { calls: Call[]; nextCursor: string | null }
    >(withQuery('/api/account/calls', query));
    calls.push(...page.calls);
    cursor = page.nextCursor;
    onCount(calls.length);
  }
  return calls;
}

const HEADS = ['at', 'tool', 'outcome', 'ms', 'keyId', 'price', 'charged', 'error', 'callId', 'partOf'];

function writeRow(call: Call): string[] {
  const { at, tool, outcome, keyId, price, charged, error, callId, partOf = '' } = call;
  const ms = measureCall(call);
  return [
    ...[at, tool, outcome, ms === null ? '' : String(ms), keyId],
    ...[price.toFixed(6), charged.toFixed(6), error?.code ?? '', callId, partOf],
  ];
}
