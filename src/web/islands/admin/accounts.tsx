/** List of accounts: search, sort and open. */
import type { Item } from '../common/answers.ts';
import { Field, FilterForm } from '../common/forms.tsx';
import { PageList, usePages } from '../common/pages.tsx';
import { AgoCell, AmountCell } from '../common/parts.tsx';
import { SortTable, useSort } from '../common/sort.tsx';
import { sayKind, toAmount, toCount } from '../common/workspace.ts';
import { AccountView } from './account.tsx';
import { t } from './facts.ts';
import { toAccountHref } from './failures.tsx';

type Account = Item<'admin-accounts'>;

const COLUMNS = {
  account: ({ name }: Account) => name.toLocaleLowerCase(),
  balance: ({ balance }: Account) => balance,
  spent: ({ totalSpent }: Account) => totalSpent,
  calls: ({ callCount }: Account) => callCount,
  made: ({ createdAt }: Account) => createdAt,
} as const;

export function Accounts() {
  const query = new URLSearchParams(location.search);
  const asked = query.get('account');
  return asked === null ? <AccountList q={query.get('q') ?? ''} /> : <AccountView agentId={asked} />;
}

function AccountList({ q }: { q: string }) {
  const paging = usePages('/admin/accounts', { q });
  const sort = useSort(COLUMNS, 'made');
  return (
    <>
      <FilterForm hidden={{ view: 'accounts' }}>
        <Field label={t('search')} name="q" type="search" defaultValue={q} maxLength={200} />
      </FilterForm>
      <PageList paging={paging} empty={t('noAccounts')}>
        {(accounts) => (
          <>
            {paging.hasMore && <p class="note">{t('sortNote', { count: toCount(accounts.length) })}</p>}
            <SortTable sort={sort} columns={COLUMNS} name={t} kind="numbers accounts">
              {sort.apply(accounts).map((account) => (
                <Row key={account.agentId} account={account} />
              ))}
            </SortTable>
          </>
        )}
      </PageList>
    </>
  );
}

function Row({
  account: { agentId, name, mode, status, balance, totalSpent, callCount, createdAt },
}: {
  account: Account;
}) {
  return (
    <tr>
      <th scope="row">
        <a class="row-link" href={toAccountHref(agentId)}>
          <bdi>{name}</bdi>
        </a>{' '}
        <span class={`tag ${mode}`}>{t(mode)}</span>{' '}
        {status !== 'active' && <span class="tag bad">{sayKind('state', status)}</span>}
      </th>
      <AmountCell of={t('balance')}>{toAmount(balance)}</AmountCell>
      <AmountCell of={t('spent')}>{toAmount(totalSpent)}</AmountCell>
      <AmountCell of={t('calls')}>{toCount(callCount)}</AmountCell>
      <AgoCell at={createdAt} of={t('made')} />
    </tr>
  );
}
