/** Audit log of owners and operators. */
import { Field, FilterForm } from '../common/forms.tsx';
import { PageList, usePages } from '../common/pages.tsx';
import { AgoCell, CardTable, Id } from '../common/parts.tsx';
import { toAmount, withQuery } from '../common/workspace.ts';
import { t } from './facts.ts';

const MICROS = 1_000_000;

/** `kind pipeline, started true`. */
const describeDetails = (details: object): string =>
  Object.entries(details)
    .map(([name, value]) => {
      if (name.endsWith('Micros') && typeof value === 'number')
        return `${name.slice(0, -'Micros'.length)} ${toAmount(value / MICROS)}`;
      return `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`;
    })
    .join(', ');

const FILTERS = ['actor', 'action', 'subject'] as const;

export function Audit() {
  const query = new URLSearchParams(location.search);
  const filters = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? '']));
  const paging = usePages('/admin/audit', filters);
  return (
    <>
      <FilterForm hidden={{ view: 'audit' }}>
        {FILTERS.map((name) => (
          <Field key={name} label={t(name)} name={name} defaultValue={filters[name]} maxLength={320} />
        ))}
      </FilterForm>
      <PageList paging={paging} empty={t('noEntries')}>
        {(entries) => (
          <CardTable heads={[t('time'), t('actor'), t('action'), t('subject'), t('details')]}>
            {entries.map(({ id, at, actor, action, subject, ipPrefix, details }) => (
              <tr key={id}>
                <AgoCell at={at} />
                <td title={ipPrefix ?? undefined}>{actor}</td>
                <th scope="row">{action}</th>
                <td>
                  <Id id={subject}>
                    <a href={withQuery('/admin', { view: 'audit', subject })}>{subject}</a>
                  </Id>
                </td>
                <td class="note">{describeDetails(details)}</td>
              </tr>
            ))}
          </CardTable>
        )}
      </PageList>
    </>
  );
}
